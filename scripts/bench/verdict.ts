import { freshTrees } from '../../src/git/scratch-trees.ts';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SubmissionEvent } from '../../src/core/lifecycle/events.ts';
import { asOid } from '../../src/core/model/ids.ts';
import { openTrust } from '../../src/config/trust.ts';
import { rememberBaseRuns } from '../../src/gates/base-runs.ts';
import { PrimeMemory } from '../../src/gates/prime-memory.ts';
import { VerdictCache } from '../../src/gates/verdict-cache.ts';
import { closeRepository, openRepository, type Repository } from '../../src/git/repository.ts';
import { plan } from '../../src/pipeline/plan.ts';
import type { PipelineContext } from '../../src/pipeline/pipeline-context.ts';
import { emptyWork } from '../../src/pipeline/work.ts';
import { createInbox } from '../../src/store/inbox.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { TempRepo } from '../../test/support/temp-repo.ts';
import { atMost, shown, type BenchGroup, type BenchLine } from './bench-group.ts';
import { contentOf, largeRepo, pathOf, sizesUpTo } from './large-repo.ts';
import { compareByClock } from './measure.ts';

const run = promisify(execFile);
const ROUNDS = 15;

const block = (path: string, old: string, now: string): string =>
  `${path}\n<<<<<<< SEARCH\n${old}\n=======\n${now}\n>>>>>>> REPLACE\n\n`;

/** Two blocks, of which the second stands nowhere: the usual refusal. */
const RESPONSE = Buffer.from(
  block(pathOf(1), 'export const value1_3 = 3;', 'export const value1_3 = 33;') +
    block(pathOf(2), 'export const value2_3 = 4;', 'export const value2_3 = 44;'),
);

function contextOf(repo: Repository): PipelineContext {
  const quiet = (): void => undefined;
  return {
    repo,
    store: openStore(join(repo.stateDir, 'bench'), () => 1_700_000_000_000),
    trust: openTrust(repo.stateDir, () => 1_700_000_000_000),
    log: { info: quiet, warn: quiet },
    clock: () => 1_700_000_000_000,
    newLandingId: () => 'bench',
    baseRuns: rememberBaseRuns(16),
    verdicts: new VerdictCache(16),
    primes: new PrimeMemory(),
    trees: freshTrees(repo, 'bench'),
    env: {},
  };
}

/** Plans one submission on the branch's tip; throws where it is not rejected. */
async function planOnce(context: PipelineContext, tip: string): Promise<SubmissionEvent> {
  const { store } = context;
  const { id } = createInbox(store).submit({
    name: 'bench',
    source: 'cli',
    author: { name: 'Ann Author', email: 'ann@example.com', agent: null },
    payload: RESPONSE,
    target: null,
    parent: null,
    claimKey: null,
  });
  const facts = store.ledger.facts(id);
  const view = { ...store.ledger.view(id), tip: asOid(tip) };
  const event = await plan(context, { facts, view }, emptyWork());
  if (event.type !== 'Rejected') throw new Error(`the submission ended as ${event.type}`);
  return event;
}

/** Commits that each change twenty files further on, oldest first. */
function tips(temp: TempRepo, files: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, round) => {
    const changed = Array.from({ length: 20 }, (_unused, at) => {
      const number = 10 + ((round * 20 + at) % (files - 20));
      return [pathOf(number), `${contentOf(number)}// ${round}\n`] as const;
    });
    return temp.commit(`change ${round}`, Object.fromEntries(changed));
  });
}

async function measureAt(files: number): Promise<readonly BenchLine[]> {
  const temp = largeRepo(files);
  const commits = tips(temp, files, ROUNDS + 1);
  const repo = await openRepository(temp.dir);
  const context = contextOf(repo);
  try {
    const [first = '', ...moving] = commits;
    const started = performance.now();
    await planOnce(context, first);
    const cold = performance.now() - started;
    const spawn = async (): Promise<unknown> =>
      await run('git', ['rev-parse', 'HEAD'], { cwd: temp.dir });
    const same = await compareByClock(async () => await planOnce(context, first), spawn, ROUNDS);
    let round = 0;
    const moved = await compareByClock(
      async () => await planOnce(context, moving[round++] ?? first),
      spawn,
      ROUNDS,
    );
    const limit = { unit: 'x git rev-parse', target: 8 };
    return [
      atMost(`rejected, ${files} files, base as before`, same.ratio, limit),
      atMost(`rejected, ${files} files, base moved by 20 files`, moved.ratio, limit),
      // With compiling and starting processes: once in a daemon's life.
      shown(`rejected, ${files} files, first after a start`, cold / same.base, limit.unit),
      shown(`git rev-parse, ${files} files`, same.base, 'ms'),
    ];
  } finally {
    context.store.close();
    await closeRepository(repo);
    temp.remove();
  }
}

/** How long the author of a bad edit waits for the answer: from objects alone, no gate run. By the clock. */
export const verdict: BenchGroup = {
  name: 'verdict',
  about: 'the verdict on a rejected submission',
  isOptional: false,
  run: async ({ files, say }) => {
    const lines: BenchLine[] = [];
    for (const size of sizesUpTo(files)) {
      say(`  ${size} files`);
      lines.push(...(await measureAt(size)));
    }
    return lines;
  },
};
