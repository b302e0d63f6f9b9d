import { changedFiles } from '../core/apply/changed-files.ts';
import { patchId } from '../core/apply/patch-id.ts';
import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import { holdsLeft } from '../core/lifecycle/holds-left.ts';
import { isRetryExhausted } from '../core/lifecycle/retry.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import type { Patch } from '../core/model/patch.ts';
import type { Hold } from '../core/model/rejection.ts';
import type { PlanReport } from '../core/model/report.ts';
import type { Config } from '../config/config.ts';
import { executableHash, judgesByCommands } from '../config/executable-hash.ts';
import type { GivenReading } from '../store/reads.ts';
import { attemptsOf } from '../store/attempts.ts';
import { knownRefusal } from './known-refusal.ts';
import type { PipelineContext } from './pipeline-context.ts';
import type { Submission, Work } from './work.ts';

/** What refuses a plan, as the event that ends it. */
export const refusedPlan = ({
  rejections,
  blocks,
  notes,
}: Pick<PlanReport, 'rejections' | 'blocks' | 'notes'>): SubmissionEvent => ({
  type: 'Rejected',
  rejections,
  blocks,
  notes,
  verdicts: [],
});

/** A plan without refusals. `view` is what the author of a response was given; absent for a branch. */
export interface Decidable extends PlanReport {
  readonly patch: Patch;
  readonly view?: { readonly readings: readonly GivenReading[] };
}

/** Planned where nothing is left to ask a person; else held with every reason that no approval covers. */
export function decide(
  context: PipelineContext,
  { facts, view }: Submission,
  work: Work,
  planned: Decidable,
): SubmissionEvent {
  const { config } = work;
  if (config === null) throw new TypeError('a decision comes after planning');
  const id = patchId(planned.patch);
  const planFacts = {
    base: planned.patch.base,
    patchId: id,
    files: changedFiles(planned.patch),
    blocks: planned.blocks,
    notes: planned.notes,
  };
  const holds = holdsLeft(
    [
      ...planned.holds,
      ...untrusted(context, config),
      ...exhausted(context, view.id, config, planned.view?.readings ?? []),
    ],
    view.approvals,
    id,
  );
  if (holds.length > 0) return { type: 'NeedsApproval', ...planFacts, holds };
  return knownRefusal(context, { facts, view }, work) ?? { type: 'Planned', ...planFacts };
}

/** Gates, prime and fixers run only after a person approved their hash on this machine. */
function untrusted({ trust }: PipelineContext, config: Config): readonly Hold[] {
  const hash = executableHash(config);
  if (hash === null || !judgesByCommands(config) || trust.isTrusted(hash)) return [];
  return [
    {
      code: 'untrusted-config',
      facts: { hash, commands: config.gates.map(({ name }) => name) },
    },
  ];
}

/** The same thing tried again and again: a person looks at it before it is judged once more. */
function exhausted(
  { store }: PipelineContext,
  id: SubmissionId,
  { retry }: Config,
  readings: readonly GivenReading[],
): readonly Hold[] {
  const attempts = attemptsOf(store.ledger, id, readings);
  if (!isRetryExhausted(attempts, retry.max)) return [];
  return [{ code: 'retries-exhausted', facts: { attempts, max: retry.max } }];
}
