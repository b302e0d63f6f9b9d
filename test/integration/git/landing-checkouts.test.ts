import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BranchRef } from '../../../src/core/model/ids.ts';
import { closeRepository } from '../../../src/git/repository.ts';
import { expectSound, landingBench, type LandingBench } from '../../support/landings.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

let temp: TempRepo;
let bench: LandingBench;
const FILES = {
  'a.txt': 'a\n',
  'b.txt': 'b\n',
  'd/e/f.txt': 'f\n',
  'd/g.txt': 'g\n',
  '.gitignore': '*.ign\n',
};
const start = async (options: Parameters<typeof tempRepo>[0] = {}): Promise<void> => {
  temp = tempRepo({ files: FILES, ...options });
  bench = await landingBench(temp);
};
const read = (path: string): string => readFileSync(join(temp.dir, path), 'utf8');
afterEach(async () => {
  await closeRepository(bench.repo);
  temp.remove();
});

describe('other checkouts', () => {
  beforeEach(async () => start());

  test('a target that nobody has checked out: only the ref moves', async () => {
    temp.git('branch', 'release');
    temp.write('a.txt', 'dirty\n');
    const outcome = await bench.land(
      { 'a.txt': 'A\n' },
      { target: 'refs/heads/release' as BranchRef },
    );
    expect(outcome).toMatchObject({ kind: 'landed', worktrees: [] });
    expect(temp.show('release', 'a.txt')).toBe('A\n');
    expectSound(bench, [' M a.txt']);
  });

  test('two worktrees on one branch are both brought along, or none', async () => {
    const second = join(temp.root, 'second');
    temp.git('worktree', 'add', '-q', '--force', second, 'main');
    expect(await bench.land({ 'a.txt': 'A\n' })).toMatchObject({
      kind: 'landed',
      worktrees: [temp.dir, second],
    });
    expect(readFileSync(join(second, 'a.txt'), 'utf8')).toBe('A\n');
    expectSound(bench);
    expectSound(bench, [], second);
    writeFileSync(join(second, 'b.txt'), 'dirty\n');
    expect(await bench.land({ 'b.txt': 'B\n' })).toMatchObject({
      kind: 'blocked',
      reason: 'dirty-path',
      worktree: second,
      paths: ['b.txt'],
    });
    expectSound(bench);
    expectSound(bench, [' M b.txt'], second);
  });

  test('HEAD on another branch: that checkout is not touched', async () => {
    temp.git('checkout', '-q', '-b', 'feature');
    expect(await bench.land({ 'a.txt': 'A\n' })).toMatchObject({ kind: 'landed', worktrees: [] });
    expect(read('a.txt')).toBe('a\n');
    expect(temp.git('rev-parse', 'feature')).not.toBe(bench.tip());
    expectSound(bench);
  });

  test('HEAD that switches while the landing is prepared: nothing lands', async () => {
    const outcome = await bench.land(
      { 'a.txt': 'A\n' },
      {
        onStep: (step) => {
          if (step === 'files-written') temp.git('switch', '-q', '-c', 'feature');
        },
      },
    );
    expect(outcome).toMatchObject({ kind: 'blocked', reason: 'busy' });
    expect(read('a.txt')).toBe('a\n');
    expectSound(bench);
  });

  test('a worktree that is gone blocks and says what to do', async () => {
    const gone = join(temp.root, 'gone');
    temp.git('checkout', '-q', '-b', 'elsewhere');
    temp.git('worktree', 'add', '-q', gone, 'main');
    rmSync(gone, { recursive: true });
    const outcome = await bench.land({ 'a.txt': 'A\n' });
    expect(outcome).toMatchObject({ kind: 'blocked', reason: 'worktree-missing', worktree: gone });
    expect(outcome).toMatchObject({
      detail: expect.stringContaining('git worktree remove') as string,
    });
  });

  test('from a linked worktree, with the target in the main one', async () => {
    const linked = join(temp.root, 'linked');
    temp.git('worktree', 'add', '-q', '-b', 'side', linked);
    const other = await landingBench(temp, linked);
    expect(await other.land({ 'a.txt': 'A\n' })).toMatchObject({
      kind: 'landed',
      worktrees: [temp.dir],
    });
    expectSound(bench);
    await closeRepository(other.repo);
  });
});
