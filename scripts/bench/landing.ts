import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BranchRef, SubmissionId } from '../../src/core/model/ids.ts';
import { land } from '../../src/git/landing.ts';
import { tipOf } from '../../src/git/refs.ts';
import { closeRepository, openRepository, type Repository } from '../../src/git/repository.ts';
import { createInbox } from '../../src/store/inbox.ts';
import { openStore, type Store } from '../../src/store/open-store.ts';
import { candidateOf, permitFor } from '../../test/support/candidates.ts';
import type { TempRepo } from '../../test/support/temp-repo.ts';
import { UNTIL_LANDING } from '../../test/unit/lifecycle/events-fixture.ts';
import { atMost, shown, type BenchGroup, type BenchLine } from './bench-group.ts';
import { contentOf, largeRepo, pathOf, sizesUpTo } from './large-repo.ts';
import { median, wallMs } from './measure.ts';

const run = promisify(execFile);
const DIRTY = 100;

/** The naive path's share that a landing may take, by number of files. */
const SHARE: Readonly<Record<number, number>> = {
  100: 0.25,
  1000: 0.12,
  10_000: 0.025,
  100_000: 0.02,
};

/** The two files that landing number `round` changes, out of those that are not dirty. */
const edited = (round: number): Readonly<Record<string, string>> =>
  Object.fromEntries([1, 2].map((number) => [pathOf(number), `${contentOf(number)}// ${round}\n`]));

interface Place {
  readonly temp: TempRepo;
  readonly repo: Repository;
  readonly store: Store;
}

let landings = 0;

/** A submission whose turn to land it is. */
function submit({ store }: Place): SubmissionId {
  landings += 1;
  const { id } = createInbox(store).submit({
    name: 'bench',
    source: 'cli',
    author: { name: 'Ann Author', email: 'ann@example.com', agent: null },
    payload: Buffer.from(`payload ${landings}`),
    target: null,
    parent: null,
    claimKey: null,
  });
  for (const event of UNTIL_LANDING) store.ledger.record(id, event);
  return id;
}

/** Milliseconds from a patch to the moved branch. */
async function landOnce(place: Place, name: string): Promise<number> {
  const { repo, store } = place;
  const target = `refs/heads/${name}` as BranchRef;
  const submission = submit(place);
  return await wallMs(async () => {
    const previous = await tipOf(repo, target);
    const candidate = await candidateOf(repo, previous, edited(landings), submission);
    const permit = permitFor(candidate, submission);
    const outcome = await land(
      repo,
      { submission, landing: `bench-${landings}`, target, previous, permit },
      { journal: store.journal },
    );
    if (outcome.kind !== 'landed') throw new Error(`the landing ended as ${outcome.kind}`);
  });
}

/** What a person would script: a worktree, the patch, a commit, a fast-forward, and the worktree gone. */
async function landNaively({ temp }: Place, patch: string): Promise<void> {
  const tree = join(temp.root, 'naive');
  const git = async (cwd: string, ...args: readonly string[]): Promise<unknown> =>
    await run('git', args, { cwd });
  await git(temp.dir, 'worktree', 'add', '-q', '-b', 'naive', tree, 'main');
  await git(tree, 'apply', patch);
  await git(tree, 'commit', '-q', '-a', '-m', 'Change by script');
  await git(temp.dir, 'merge', '-q', '--ff-only', 'naive');
  await git(temp.dir, 'worktree', 'remove', tree);
  await git(temp.dir, 'branch', '-q', '-D', 'naive');
}

/** A patch of the same two files on what stands there now. */
function patchFor({ temp }: Place, round: number): string {
  const before = temp.head();
  const blobs = Object.entries(edited(round));
  for (const [path, content] of blobs) temp.write(path, content);
  const patch = join(temp.root, 'change.patch');
  writeFileSync(patch, `${temp.git('diff', before, '--', ...blobs.map(([path]) => path))}\n`);
  temp.git('checkout', '-q', before, '--', ...blobs.map(([path]) => path));
  return patch;
}

interface Sample {
  readonly checkedOut: number;
  readonly elsewhere: number;
  readonly naive: number;
  readonly spawn: number;
}

async function sampleOf(place: Place, round: number): Promise<Sample> {
  const { temp } = place;
  const checkedOut = await landOnce(place, 'main');
  const elsewhere = await landOnce(place, 'side');
  const patch = patchFor(place, 1_000_000 + round);
  const naive = await wallMs(async () => await landNaively(place, patch));
  const spawn = await wallMs(
    async () => await run('git', ['rev-parse', 'HEAD'], { cwd: temp.dir }),
  );
  return { checkedOut, elsewhere, naive, spawn };
}

function makeDirty(temp: TempRepo): void {
  for (let number = 10; number < Math.min(10 + DIRTY, 100); number += 1)
    temp.write(pathOf(number), `${contentOf(number)}// mine\n`);
  for (let number = 90; number < DIRTY; number += 1)
    temp.write(`notes/mine${number}.txt`, 'mine\n');
}

async function samplesAt(files: number): Promise<readonly Sample[]> {
  const temp = largeRepo(files);
  temp.git('branch', 'side');
  makeDirty(temp);
  const repo = await openRepository(temp.dir);
  const store = openStore(repo.stateDir, () => 1_700_000_000_000);
  const place = { temp, repo, store };
  try {
    await sampleOf(place, 0);
    const rounds = files >= 100_000 ? 3 : 9;
    const samples: Sample[] = [];
    for (let round = 1; round <= rounds; round += 1) samples.push(await sampleOf(place, round));
    return samples;
  } finally {
    store.close();
    await closeRepository(repo);
    temp.remove();
  }
}

const over = (samples: readonly Sample[], a: keyof Sample, b: keyof Sample): number =>
  median(samples.map((sample) => sample[a] / sample[b]));

function linesAt(files: number, samples: readonly Sample[]): readonly BenchLine[] {
  const share = SHARE[files] ?? 0.02;
  const ms = (key: keyof Sample): number => median(samples.map((sample) => sample[key]));
  return [
    atMost(`checked out, ${files} files`, over(samples, 'checkedOut', 'naive'), {
      unit: 'x naive',
      target: share,
    }),
    atMost(`not checked out, ${files} files`, over(samples, 'elsewhere', 'spawn'), {
      unit: 'x git rev-parse',
      target: 1.5,
    }),
    shown(`checked out, ${files} files`, ms('checkedOut'), 'ms'),
    shown(`not checked out, ${files} files`, ms('elsewhere'), 'ms'),
    shown(`naive, ${files} files`, ms('naive'), 'ms'),
    shown(`git rev-parse, ${files} files`, ms('spawn'), 'ms'),
  ];
}

/** Growth from the smallest to the largest size, in units of a spawn of git beside it. */
function growth(bySize: ReadonlyMap<number, readonly Sample[]>): readonly BenchLine[] {
  const sizes = [...bySize.keys()];
  const [small = 0] = sizes;
  const large = sizes.at(-1) ?? small;
  if (large === small) return [];
  const ratio = (key: 'checkedOut' | 'elsewhere'): number =>
    over(bySize.get(large) ?? [], key, 'spawn') / over(bySize.get(small) ?? [], key, 'spawn');
  return [
    atMost(`checked out, ${large} files over ${small}`, ratio('checkedOut'), {
      unit: 'x',
      target: 6,
    }),
    atMost(`not checked out, ${large} files over ${small}`, ratio('elsewhere'), {
      unit: 'x',
      target: 1.5,
    }),
  ];
}

/** From a patch to the moved branch, without gates, against a script of git commands. By the clock: both wait for git. */
export const landing: BenchGroup = {
  name: 'landing',
  about: 'landing without gates against a script',
  isOptional: false,
  run: async ({ files, say }) => {
    const bySize = new Map<number, readonly Sample[]>();
    for (const size of sizesUpTo(files)) {
      say(`  ${size} files`);
      bySize.set(size, await samplesAt(size));
    }
    const lines = [...bySize].flatMap(([size, samples]) => linesAt(size, samples));
    return [...lines, ...growth(bySize)];
  },
};
