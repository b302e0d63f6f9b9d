import { changedFiles } from '../core/apply/changed-files.ts';
import type { ChangedFile, SubmissionEvent } from '../core/lifecycle/events.ts';
import { advance as advanceView } from '../core/lifecycle/replay.ts';
import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import { attemptsOf } from '../store/attempts.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import type { Config } from '../config/config.ts';
import { claim } from './claim.ts';
import { partsOf, UNKNOWN_PARTS } from './parts-of.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { plan } from './plan.ts';
import type { Prospect } from './queue-memory.ts';
import { configAt } from './settings.ts';
import { emptyWork, type Work } from './work.ts';

/** What a submission would come to on the branch as it is. */
export interface Foreseen {
  /** Null: it has no target, so that its attempt can only say so. */
  readonly prospect: Prospect | null;
  /** False: it would be refused, or a person would be asked, before a command ran. */
  readonly wouldBeJudged: boolean;
}

/**
 * Claims and plans a queued submission in memory alone, to know what it touches; of one that is on its way to land, its
 * events tell. Throws what these steps throw.
 */
export async function foresee(context: PipelineContext, id: SubmissionId): Promise<Foreseen> {
  const { ledger } = context.store;
  const facts = ledger.facts(id);
  const view = ledger.view(id);
  const retries = attemptsOf(ledger, id);
  if (view.state === 'landing' && view.target !== null) {
    const { target, files } = view;
    const touched = touchedBy(await configAt(context.repo, view.base), files);
    return { prospect: { ...touched, target, retries }, wouldBeJudged: true };
  }
  if (view.state !== 'queued') return NOTHING_FORESEEN;
  const claimed = await claim(context, { facts, view });
  if (claimed.type !== 'Claimed') return NOTHING_FORESEEN;
  const work = emptyWork();
  const planned = await plan(context, { facts, view: after(context, view, claimed) }, work);
  const { target } = claimed;
  return {
    prospect: { ...prospectOf(work), target, retries },
    wouldBeJudged: planned.type === 'Planned',
  };
}

const NOTHING_FORESEEN: Foreseen = { prospect: null, wouldBeJudged: false };

/** How a submission would stand after an event that nobody records. */
export const after = (
  { clock }: PipelineContext,
  view: SubmissionView,
  event: SubmissionEvent,
): SubmissionView => advanceView(view, { seq: view.seq, submission: view.id, at: clock(), event });

type Touched = Pick<Prospect, 'needs' | 'changes' | 'lines'>;

/** What a planned submission touches, and how much; what was refused may touch anything that it names. */
export function prospectOf({ patch, config, decoded }: Work): Touched {
  if (patch === null) {
    const named = (decoded?.edits ?? []).map(({ target }) => String(target.path));
    const isUnknown = config === null || named.length === 0;
    return { ...(isUnknown ? UNKNOWN_PARTS : partsOf(config, named)), lines: 0 };
  }
  if (config === null)
    throw new TypeError('a patch comes with the config that it was planned under');
  return touchedBy(config, changedFiles(patch));
}

function touchedBy(config: Config, files: readonly ChangedFile[]): Touched {
  const paths = files.flatMap(({ path, from }) => [path, ...(from === undefined ? [] : [from])]);
  const lines = files.reduce((sum, file) => sum + file.linesAdded + file.linesRemoved, 0);
  return { ...partsOf(config, paths), lines };
}
