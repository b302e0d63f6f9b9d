import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { asOid, type Oid } from '../../src/core/model/ids.ts';
import { cleanScratch } from '../../src/git/clean-scratch.ts';
import { moveScratch } from '../../src/git/move-scratch.ts';
import { closeRepository, openRepository } from '../../src/git/repository.ts';
import { createScratch } from '../../src/git/worktrees.ts';
import type { TempRepo } from '../../test/support/temp-repo.ts';
import { atMost, shown, type BenchGroup, type BenchLine } from './bench-group.ts';
import { contentOf, largeRepo, pathOf, sizesUpTo } from './large-repo.ts';
import { median, wallMs } from './measure.ts';

const run = promisify(execFile);

/** Files that differ from one base to the next. */
const APART = 20;
const ROUNDS = 9;

/** What making a tree ready may take of `git checkout --detach`, in the largest repository. */
const SHARE = 0.05;
const LARGEST = 100_000;

function commitsOf(temp: TempRepo, files: number): readonly Oid[] {
  const step = Math.floor(files / APART);
  return Array.from({ length: ROUNDS }, (_, round) => {
    const changed = Array.from({ length: APART }, (_unused, at) => {
      const number = at * step + round;
      return [pathOf(number), `${contentOf(number)}// ${round}\n`] as const;
    });
    return asOid(temp.commit(`round ${round}`, Object.fromEntries(changed)));
  });
}

async function measure(files: number): Promise<readonly BenchLine[]> {
  using temp = largeRepo(files);
  const [first, ...commits] = [asOid(temp.head()), ...commitsOf(temp, files)];
  const repo = await openRepository(temp.dir);
  try {
    let scratch = await createScratch(repo, { name: 'bench', commit: first });
    const fresh = await wallMs(() => createScratch(repo, { name: 'fresh', commit: first }));
    const theirs = join(temp.root, 'theirs');
    await run('git', ['worktree', 'add', '-q', '--detach', theirs, first], { cwd: temp.dir });
    const samples: { readonly ready: number; readonly cleaned: number; readonly base: number }[] =
      [];
    for (const commit of commits) {
      const ready = await wallMs(async () => {
        scratch = await moveScratch(repo, scratch, commit);
      });
      const base = await wallMs(() =>
        run('git', ['checkout', '-q', '--detach', commit], { cwd: theirs }),
      );
      const cleaned = await wallMs(async () => {
        if (!(await cleanScratch(repo, scratch))) throw new Error('the tree was not clean');
      });
      samples.push({ ready, cleaned, base });
    }
    const of = (name: 'ready' | 'cleaned' | 'base'): number =>
      median(samples.map((sample) => sample[name]));
    const ratio = median(samples.map(({ ready, base }) => ready / base));
    const share = `ready for a base ${APART} files away to git checkout --detach, ${files} files`;
    return [
      files === LARGEST
        ? atMost(share, ratio, { unit: 'ratio', target: SHARE })
        : shown(share, ratio, 'ratio'),
      shown(`ready, ${files} files`, of('ready'), 'ms'),
      shown(`git checkout --detach, ${files} files`, of('base'), 'ms'),
      shown(`cleaned after its use, ${files} files`, of('cleaned'), 'ms'),
      shown(`made anew, ${files} files`, fresh, 'ms'),
    ];
  } finally {
    await closeRepository(repo);
  }
}

/** Scratch worktrees that are used again. */
export const worktree: BenchGroup = {
  name: 'worktree',
  about: 'a scratch worktree made ready for another base, against git checkout --detach',
  isOptional: false,
  run: async ({ files, say }) => {
    const lines: BenchLine[] = [];
    for (const size of sizesUpTo(files)) {
      say(`worktree: ${size} files`);
      lines.push(...(await measure(size)));
    }
    return lines;
  },
};
