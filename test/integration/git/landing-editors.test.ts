import { closeSync, futimesSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

describe('editors at work', () => {
  beforeEach(async () => start());

  test('a save between check and write is kept and blocks', async () => {
    const outcome = await bench.land(
      { 'b.txt': 'B\n', 'a.txt': 'A\n', 'n.txt': 'n\n' },
      {
        onStep: (step) => {
          if (step === 'staged') temp.write('b.txt', 'saved by an editor\n');
        },
      },
    );
    expect(outcome).toMatchObject({ kind: 'blocked', reason: 'dirty-path', paths: ['b.txt'] });
    expect([read('a.txt'), read('b.txt')]).toEqual(['a\n', 'saved by an editor\n']);
    expectSound(bench, [' M b.txt']);
  });

  test('a save while the old file is aside is kept and blocks', async () => {
    const outcome = await bench.land(
      { 'a.txt': 'A\n' },
      {
        onStep: (step) => {
          if (step === 'file-aside') temp.write('a.txt', 'saved by an editor\n');
        },
      },
    );
    expect(outcome).toMatchObject({ kind: 'blocked', reason: 'dirty-path', paths: ['a.txt'] });
    expect(read('a.txt')).toBe('saved by an editor\n');
    expectSound(bench, [' M a.txt']);
  });

  test.each(['file-linked', 'files-written', 'index-written'] as const)(
    'a save of the same length into the new file at %s shows as a change',
    async (moment) => {
      const outcome = await bench.land(
        { 'a.txt': 'A\n' },
        {
          onStep: (step) => {
            if (step !== moment) return;
            const file = openSync(join(temp.dir, 'a.txt'), 'r+');
            writeSync(file, 'E', 0);
            // Not in the second in which the index is written: then git looks at the content by itself.
            futimesSync(file, new Date(), new Date(Date.now() - 60_000));
            closeSync(file);
          },
        },
      );
      expect([outcome.kind, read('a.txt')]).toEqual(['landed', 'E\n']);
      expectSound(bench, [' M a.txt']);
    },
  );

  test('a new file that appears in the place of a landing one is kept', async () => {
    const outcome = await bench.land(
      { 'a.txt': 'A\n', 'n.txt': 'N\n' },
      {
        onStep: (step) => {
          if (step === 'staged') temp.write('n.txt', 'by an editor\n');
        },
      },
    );
    expect(outcome).toMatchObject({ kind: 'blocked', reason: 'dirty-path', paths: ['n.txt'] });
    expect([read('a.txt'), read('n.txt')]).toEqual(['a\n', 'by an editor\n']);
    expectSound(bench, ['?? n.txt']);
  });

  test('a write through an open descriptor before the move undoes the landing', async () => {
    const open = openSync(join(temp.dir, 'a.txt'), 'a');
    const outcome = await bench.land(
      { 'a.txt': 'A\n' },
      {
        onStep: (step) => {
          if (step === 'ref-prepared') writeSync(open, 'late\n');
        },
      },
    );
    closeSync(open);
    expect(outcome).toMatchObject({ kind: 'blocked', reason: 'dirty-path', paths: ['a.txt'] });
    expect(read('a.txt')).toBe('a\nlate\n');
    expectSound(bench, [' M a.txt']);
  });

  test('a write through an open descriptor after the move is put back and reported', async () => {
    const open = openSync(join(temp.dir, 'a.txt'), 'a');
    const outcome = await bench.land(
      { 'a.txt': 'A\n', 'b.txt': 'B\n' },
      {
        onStep: (step) => {
          if (step === 'unlocked') writeSync(open, 'late\n');
        },
      },
    );
    closeSync(open);
    expect(outcome).toMatchObject({ kind: 'landed', lateWrites: ['a.txt'] });
    expect([read('a.txt'), read('b.txt')]).toEqual(['a\nlate\n', 'B\n']);
    expect(temp.show('HEAD', 'a.txt')).toBe('A\n');
    expectSound(bench, [' M a.txt']);
  });
});
