import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blockers } from '../../../src/git/landing.ts';
import { closeRepository } from '../../../src/git/repository.ts';
import { MAIN } from '../../support/candidates.ts';
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
afterEach(async () => {
  await closeRepository(bench.repo);
  temp.remove();
});

describe('what stands in the way', () => {
  beforeEach(async () => start());

  const inTheWay: readonly (readonly [
    string,
    (repo: TempRepo) => void,
    Record<string, string | null>,
    string,
    unknown,
  ])[] = [
    [
      'a dirty file',
      (t) => t.write('a.txt', 'mine\n'),
      { 'a.txt': 'A\n' },
      'dirty-path',
      ['a.txt'],
    ],
    [
      'a staged file',
      (t) => {
        t.write('a.txt', 'mine\n');
        t.git('add', 'a.txt');
      },
      { 'a.txt': 'A\n' },
      'dirty-path',
      ['a.txt'],
    ],
    [
      'a staged file that was put back on disk',
      (t) => {
        t.write('a.txt', 'mine\n');
        t.git('add', 'a.txt');
        t.write('a.txt', 'a\n');
      },
      { 'a.txt': 'A\n' },
      'dirty-path',
      ['a.txt'],
    ],
    [
      'a dirty file to be deleted',
      (t) => t.write('a.txt', 'mine\n'),
      { 'a.txt': null },
      'dirty-path',
      ['a.txt'],
    ],
    [
      'a deleted file',
      (t) => rmSync(join(t.dir, 'a.txt')),
      { 'a.txt': 'A\n' },
      'dirty-path',
      ['a.txt'],
    ],
    [
      'a file of another mode',
      (t) => chmodSync(join(t.dir, 'a.txt'), 0o755),
      { 'a.txt': 'A\n' },
      'dirty-path',
      ['a.txt'],
    ],
    [
      'a dirty file assumed unchanged',
      (t) => {
        t.git('update-index', '--assume-unchanged', 'a.txt');
        t.write('a.txt', 'mine\n');
      },
      { 'a.txt': 'A\n' },
      'dirty-path',
      ['a.txt'],
    ],
    [
      'a dirty file marked skip-worktree',
      (t) => {
        t.git('update-index', '--skip-worktree', 'a.txt');
        t.write('a.txt', 'mine\n');
      },
      { 'a.txt': 'A\n' },
      'dirty-path',
      ['a.txt'],
    ],
    [
      'an untracked file',
      (t) => t.write('n.txt', 'mine\n'),
      { 'n.txt': 'N\n' },
      'untracked-path',
      ['n.txt'],
    ],
    [
      'an ignored file',
      (t) => t.write('n.ign', 'mine\n'),
      { 'n.ign': 'N\n' },
      'untracked-path',
      ['n.ign'],
    ],
    [
      'an ignored file where a folder must go',
      (t) => t.write('n.ign', 'mine\n'),
      { 'n.ign/x/y.txt': 'N\n' },
      'untracked-path',
      ['n.ign'],
    ],
    [
      'a staged new file',
      (t) => {
        t.write('n.txt', 'mine\n');
        t.git('add', 'n.txt');
      },
      { 'n.txt': 'N\n' },
      'dirty-path',
      ['n.txt'],
    ],
    [
      'a file intended to be added',
      (t) => {
        t.write('n.txt', 'mine\n');
        t.git('add', '-N', 'n.txt');
      },
      { 'n.txt': 'N\n' },
      'dirty-path',
      ['n.txt'],
    ],
    [
      'an untracked folder where a file must go',
      (t) => t.write('n/mine.txt', 'mine\n'),
      { n: 'N\n' },
      'untracked-path',
      ['n/mine.txt'],
    ],
    [
      'a folder that gives way but for an untracked file',
      (t) => t.write('d/e/mine.txt', 'mine\n'),
      { 'd/e/f.txt': null, 'd/e': 'E\n' },
      'untracked-path',
      ['d/e/mine.txt'],
    ],
    [
      'a file replaced by a folder',
      (t) => {
        rmSync(join(t.dir, 'a.txt'));
        t.write('a.txt/x', 'x\n');
      },
      { 'a.txt': 'A\n' },
      'dirty-path',
      ['a.txt'],
    ],
    [
      'a file replaced by a link',
      (t) => {
        rmSync(join(t.dir, 'a.txt'));
        symlinkSync('b.txt', join(t.dir, 'a.txt'));
      },
      { 'a.txt': 'A\n' },
      'dirty-path',
      ['a.txt'],
    ],
    [
      'a link where a folder must go',
      (t) => {
        mkdirSync(join(t.root, 'out'));
        symlinkSync(join(t.root, 'out'), join(t.dir, 'ln'));
      },
      { 'ln/x.txt': 'N\n' },
      'untracked-path',
      ['ln'],
    ],
    [
      'a folder replaced by a link to its like',
      (t) => {
        t.gitIn(t.dir, 'checkout-index', '-a', `--prefix=${t.root}/copy/`);
        rmSync(join(t.dir, 'd'), { recursive: true });
        symlinkSync(join(t.root, 'copy/d'), join(t.dir, 'd'));
      },
      { 'd/g.txt': 'G\n' },
      'dirty-path',
      ['d'],
    ],
    [
      'an untracked repository',
      (t) => {
        mkdirSync(join(t.dir, 'sub'));
        t.gitIn(join(t.dir, 'sub'), 'init', '-q');
      },
      { sub: 'S\n' },
      'untracked-path',
      expect.any(Array),
    ],
  ];

  test.each(inTheWay)(
    '%s blocks, and nothing changes',
    async (...[, prepare, wanted, reason, paths]) => {
      prepare(temp);
      const before = {
        tip: bench.tip(),
        status: temp.status(),
        index: temp.git('ls-files', '-s', '-v'),
      };
      const candidate = await bench.candidate(wanted);
      const look = await blockers(bench.repo, {
        target: MAIN,
        previous: bench.tip(),
        candidate: candidate.commit,
      });
      const outcome = await bench.landCandidate(candidate, bench.tip());
      expect(outcome).toMatchObject({ kind: 'blocked', reason, worktree: temp.dir, paths });
      expect(look).toEqual(outcome);
      expect({
        tip: bench.tip(),
        status: temp.status(),
        index: temp.git('ls-files', '-s', '-v'),
      }).toEqual(before);
      expectSound(bench, before.status);
      expect(existsSync(join(temp.root, 'out/x.txt'))).toBe(false);
    },
  );
});
