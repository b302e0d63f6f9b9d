import { KeptTrees } from '../../src/git/kept-trees.ts';
import { randomUUID } from 'node:crypto';
import { asOid, type SubmissionId } from '../../src/core/model/ids.ts';
import { NOTHING_STATED } from '../../src/core/model/stated.ts';
import type { SubmissionView } from '../../src/core/lifecycle/submission-view.ts';
import { openTrust } from '../../src/config/trust.ts';
import { rememberBaseRuns } from '../../src/gates/base-runs.ts';
import { PrimeMemory } from '../../src/gates/prime-memory.ts';
import { VerdictCache } from '../../src/gates/verdict-cache.ts';
import { closeRepository, openRepository } from '../../src/git/repository.ts';
import { submitBranch } from '../../src/intake/submit-branch.ts';
import { advance } from '../../src/pipeline/advance.ts';
import type { PipelineContext } from '../../src/pipeline/pipeline-context.ts';
import { createInbox } from '../../src/store/inbox.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { TempRepo } from './temp-repo.ts';

/** A pipeline without a daemon: what is handed in is worked on when a test says so. */
export interface TestPipeline extends AsyncDisposable {
  readonly context: PipelineContext;
  readonly trees: KeptTrees;
  /** Hands in a revision as a branch submission, works it through, and tells how it stands. */
  readonly branch: (
    revision: string,
    options?: {
      readonly deletes?: readonly string[];
      readonly target?: string;
      readonly message?: string;
    },
  ) => Promise<SubmissionView>;
  /** The same for a response. */
  readonly response: (text: string, agent?: string) => Promise<SubmissionView>;
  readonly work: (id: SubmissionId) => Promise<SubmissionView>;
}

const author = { name: 'Sub Mitter', email: 'sub@example.com', agent: null };

/** Opens a pipeline on a repository; every command of its config may run. */
export async function testPipeline(temp: TempRepo): Promise<TestPipeline> {
  const repo = await openRepository(temp.dir);
  const store = openStore(repo.stateDir, Date.now);
  const quiet = () => undefined;
  const trees = new KeptTrees(repo);
  const context: PipelineContext = {
    repo,
    store,
    trust: { ...openTrust(repo.stateDir, Date.now), isTrusted: () => true },
    log: { info: quiet, warn: quiet },
    clock: Date.now,
    newLandingId: randomUUID,
    baseRuns: rememberBaseRuns(10),
    verdicts: new VerdictCache(10),
    primes: new PrimeMemory(),
    trees,
    env: process.env,
  };
  const inbox = createInbox(store);
  const signal = new AbortController().signal;
  const work = async (id: SubmissionId): Promise<SubmissionView> => {
    await advance(context, id, {
      signal,
      room: { slot: (run) => run(), tree: (run) => run() },
      landing: (run) => run(),
    });
    return store.ledger.view(id);
  };
  const terms = { target: null, parent: null, claimKey: null };
  return {
    context,
    trees,
    work,
    branch: async (revision, { deletes = [], target = null, message = null } = {}) => {
      const commit = asOid(temp.git('rev-parse', revision));
      const known = temp.tryGit('rev-parse', '--symbolic-full-name', revision).said.trim();
      const payload = { ref: known.startsWith('refs/') ? known : null, commit };
      const stated = { ...NOTHING_STATED, deletes, message };
      const open = { repo, inbox, clock: Date.now };
      const { id } = await submitBranch(open, payload, { ...terms, author, target, stated });
      return await work(id);
    },
    response: async (text, agent) => {
      const { id } = inbox.submit({
        ...terms,
        name: 'answer.md',
        source: 'cli',
        author: { ...author, agent: agent ?? null },
        payload: Buffer.from(text),
      });
      return await work(id);
    },
    [Symbol.asyncDispose]: async () => {
      await trees.end();
      store.close();
      await closeRepository(repo);
    },
  };
}

/** Leaves the checkout on `main`, with a branch that has these commits. */
export function branch(
  temp: TempRepo,
  name: string,
  ...commits: readonly (readonly [message: string, files: Parameters<TempRepo['commit']>[1]])[]
): void {
  temp.git('switch', '-qc', name);
  for (const [message, files] of commits) temp.commit(message, files);
  temp.git('switch', '-q', 'main');
}

/** What refuses and what holds a submission: `code/reason`. */
export const codes = ({ rejections, holds }: SubmissionView): readonly string[] =>
  [...rejections, ...holds].map(({ code, reason }) =>
    reason === undefined ? code : `${code}/${reason}`,
  );
