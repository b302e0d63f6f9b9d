import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { SubmissionId } from '../../src/core/model/ids.ts';
import { openStore, type Store } from '../../src/store/open-store.ts';
import { crowdPath, editsOfCrowd, tokensIn, type CrowdSize } from './crowd-edits.ts';
import type { TempRepo } from './temp-repo.ts';

const ENDS: ReadonlySet<string> = new Set(['landed', 'rejected', 'failed']);
const sorted = (texts: Iterable<string>): readonly string[] =>
  [...texts].sort((a, b) => a.localeCompare(b));

/** How the submissions of a crowd ended. */
export type CrowdEnds = Readonly<Record<'landed' | 'rejected' | 'failed', number>>;

/** Expects that nothing was lost, doubled or landed unjudged, whatever happened on the way. */
export function expectSoundCrowd(
  repo: TempRepo,
  size: CrowdSize,
  notes: readonly string[],
): CrowdEnds {
  const store = openStore(join(repo.dir, '.git', 'sallyport'), Date.now);
  try {
    const seen = store.ledger.list();
    expect(seen).toHaveLength(size.agents * size.editsEach);
    const ended = Map.groupBy(seen, ({ state }) => state);
    expect([...ended.keys()].filter((state) => !ENDS.has(state))).toEqual([]);
    const landed = (ended.get('landed') ?? []).map(({ id }) => id);
    const failed = (ended.get('failed') ?? []).length;
    expectTokensOf(repo, store, { landed, size, failed });
    for (const id of landed) expectJudged(repo, store, id);
    const rejected = (ended.get('rejected') ?? []).map(({ id }) => store.ledger.view(id));
    // Two want one place, and the second is told that its old text is gone: nobody is refused for anything else.
    const codes = new Set(rejected.flatMap(({ rejections }) => rejections.map(({ code }) => code)));
    expect(sorted(codes).filter((code) => !LOST_THE_RACE.has(code))).toEqual([]);
    expectPersonsWork(repo, notes);
    return { landed: landed.length, rejected: rejected.length, failed };
  } finally {
    store.close();
  }
}

const LOST_THE_RACE: ReadonlySet<string> = new Set([
  'stale-anchor',
  'stale-read',
  'merge-conflict',
  'reverts-landed-work',
]);

/** What stands in the files is exactly what the receipts say that landed, each once. */
function expectTokensOf(
  repo: TempRepo,
  store: Store,
  {
    landed,
    size,
    failed,
  }: {
    readonly landed: readonly SubmissionId[];
    readonly size: CrowdSize;
    readonly failed: number;
  },
): void {
  const texts = Array.from({ length: size.files }, (_, file) => repo.show('HEAD', crowdPath(file)));
  const standing = texts.flatMap(tokensIn);
  const receipts = landed.flatMap((id) =>
    tokensIn(Buffer.from(store.ledger.payload(id)).toString()),
  );
  expect(sorted(standing)).toEqual(sorted(receipts));
  expect(new Set(standing).size).toBe(standing.length);
  // An edit of a place of its own may only be missing where the machine failed, and each contended place has a winner.
  const all = editsOfCrowd(size);
  const missing = all.filter(({ isContended, token }) => !isContended && !standing.includes(token));
  expect(missing.length).toBeLessThanOrEqual(failed);
  const wanted = new Set(all.flatMap(({ isContended, old }) => (isContended ? [old] : [])));
  const free = texts.flatMap((text) => text.split('\n').filter((line) => wanted.has(line)));
  expect(free.length).toBeLessThanOrEqual(failed);
}

/** The last verdict before a landing was reached on the very tree that landed. */
function expectJudged(repo: TempRepo, store: Store, id: SubmissionId): void {
  const events = store.ledger.history(id).map(({ event }) => event);
  const landing = events.find((event) => event.type === 'Landed');
  const gated = events.findLast((event) => event.type === 'GatesPassed');
  const tree = repo.git('rev-parse', `${landing?.commit ?? ''}^{tree}`);
  expect([id, gated?.tree]).toEqual([id, tree]);
  expect(gated?.verdicts.map(({ gate, outcome }) => [gate, outcome])).toEqual([
    ['listed', 'passed'],
  ]);
}

function expectPersonsWork(repo: TempRepo, notes: readonly string[]): void {
  const history = new Set(repo.git('rev-list', 'HEAD').split('\n'));
  expect(notes.length).toBeGreaterThan(0);
  expect(notes.filter((commit) => !history.has(commit))).toEqual([]);
  expect(repo.show('HEAD', 'notes.txt').trimEnd()).toBe(`note ${notes.length - 1}`);
  // The checkout follows, and nothing is left lying in it.
  expect(readFileSync(join(repo.dir, crowdPath(3)), 'utf8').trimEnd()).toBe(
    repo.show('HEAD', crowdPath(3)).trimEnd(),
  );
  expect(repo.status()).toEqual([]);
  repo.fsck();
}
