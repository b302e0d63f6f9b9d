import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import { openRepository } from '../../../src/git/repository.ts';
import { ownedName, ownerOf, scopeOf, scopeOfName } from '../../../src/git/scratch-owner.ts';
import { createScratch, sweepDead, sweepScratch } from '../../../src/git/worktrees.ts';
import { tempRepo } from '../../support/temp-repo.ts';

/** A process that has ended. */
const gone = (): number => spawnSync('true').pid;

test('a name tells whether its owner lives', () => {
  const own = ownedName('check');
  expect(own).not.toBe(ownedName('check'));
  expect(scopeOfName(own)).toBe(scopeOf('check'));
  expect(ownerOf(own)).toBe('living');
  expect(ownerOf(`check-${gone()}-0-1`)).toBe('dead');
  // Another process has the number by now.
  expect(ownerOf(`check-${process.pid}-1-1`)).toBe('dead');
  expect(ownerOf('stage-3')).toBe('nobody');
});

test('the daemon’s sweep spares what a living check has, and a check’s the daemon’s', async () => {
  using temp = tempRepo({ files: { 'a.txt': 'a\n' } });
  const repo = await openRepository(temp.dir);
  const commit = asOid(temp.head());
  const make = async (name: string) => (await createScratch(repo, { name, commit })).path;
  const living = await make(ownedName('check'));
  const dead = `check-${gone()}-0-1`;
  const left = await make(dead);
  const staged = await make('stage-1');

  expect(await sweepDead(repo)).toEqual([dead]);
  expect([living, left, staged].map(existsSync)).toEqual([true, false, true]);
  await sweepScratch(repo, new Set());
  expect([living, staged].map(existsSync)).toEqual([true, false]);
  expect(temp.git('worktree', 'list').split('\n')).toHaveLength(2);
});
