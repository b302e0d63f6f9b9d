import { join } from 'node:path';
import type { SubmissionEvent } from '../../src/core/lifecycle/events.ts';
import { openStore } from '../../src/store/open-store.ts';
import { crowdPath, tokensIn } from '../../test/support/crowd-edits.ts';
import type { TempRepo } from '../../test/support/temp-repo.ts';
import { median } from '../bench/measure.ts';

/** One submission that landed; times are seconds since the first came. */
export interface LandedJob {
  readonly id: string;
  readonly arrivesAt: number;
  readonly endedAt: number;
  /** Seconds that the gates ran for its last verdict; null: that was known by then, from a look ahead. */
  readonly judgedIn: number | null;
}

/** What a run came to, as the ledger and the branch tell. */
export interface WeighedRun {
  readonly landed: readonly LandedJob[];
  readonly rejected: number;
  readonly failed: number;
  /** From the first submission to the last end. */
  readonly seconds: number;
  /** Tokens of landed submissions that are not in the files, or there without one, or twice. */
  readonly lost: number;
  /** Median of a landing that has the branch to itself. */
  readonly landTime: number;
  /** Judgements that were begun, for one landing. */
  readonly runsPerLanding: number;
  /** Median seconds that those which landed spent in each state, the time in line for it included. */
  readonly spent: Readonly<Record<string, number>>;
}

/** Looks at a repository after its daemon has stopped. */
export function weighRun(repo: TempRepo, files: number): WeighedRun {
  const store = openStore(join(repo.dir, '.git', 'sallyport'), Date.now);
  try {
    const all = store.ledger.list();
    const views = all.map(({ id }) => store.ledger.view(id));
    const first = Math.min(...views.map(({ timings }) => timings.submittedAt));
    const ends = views.map(({ timings }) => timings.endedAt ?? Number.NaN);
    const landed = views
      .filter(({ state }) => state === 'landed')
      .map((view) => ({
        id: String(view.id),
        arrivesAt: (view.timings.submittedAt - first) / 1_000,
        endedAt: ((view.timings.endedAt ?? first) - first) / 1_000,
        judgedIn:
          view.verdicts.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000 || null,
        spentMs: view.timings.spentMs,
      }))
      .toSorted((one, other) => one.arrivesAt - other.arrivesAt);
    const events = store.ledger.changesSince(0, Number.MAX_SAFE_INTEGER);
    const staged = events.filter(({ event }) => event.type === 'Staged').length;
    const receipts = landed.flatMap(({ id }) => {
      const found = all.find((each) => String(each.id) === id);
      return found === undefined
        ? []
        : tokensIn(Buffer.from(store.ledger.payload(found.id)).toString());
    });
    return {
      landed,
      rejected: views.filter(({ state }) => state === 'rejected').length,
      failed: views.filter(({ state }) => state === 'failed').length,
      seconds: (Math.max(...ends) - first) / 1_000,
      lost: lostTokens(repo, files, receipts),
      landTime: landTime(events),
      runsPerLanding: staged / Math.max(1, landed.length),
      spent: Object.fromEntries(
        (['queued', 'planning', 'staging', 'gating', 'landing'] as const).map((state) => [
          state,
          median(landed.map(({ spentMs }) => (spentMs[state] ?? 0) / 1_000)),
        ]),
      ),
    };
  } finally {
    store.close();
  }
}

function lostTokens(repo: TempRepo, files: number, receipts: readonly string[]): number {
  const texts = Array.from({ length: files }, (_, file) => repo.show('HEAD', crowdPath(file)));
  const count = (tokens: readonly string[]): ReadonlyMap<string, number> =>
    new Map([...Map.groupBy(tokens, (token) => token)].map(([token, all]) => [token, all.length]));
  const [standing, told] = [count(texts.flatMap(tokensIn)), count(receipts)];
  return [...new Set([...standing.keys(), ...told.keys()])].filter(
    (token) => standing.get(token) !== 1 || told.get(token) !== 1,
  ).length;
}

/** From when a submission could land, because it had passed and the one before was through, to when it had. */
function landTime(
  events: readonly {
    readonly submission: string;
    readonly at: number;
    readonly event: SubmissionEvent;
  }[],
): number {
  const passed = new Map<string, number>();
  const times: number[] = [];
  let before = 0;
  for (const { submission, at, event } of events) {
    if (event.type === 'GatesPassed') passed.set(submission, at);
    if (event.type !== 'Landed') continue;
    times.push((at - Math.max(passed.get(submission) ?? at, before)) / 1_000);
    before = at;
  }
  return median(times);
}
