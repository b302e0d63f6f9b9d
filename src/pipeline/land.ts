import type { SubmissionEvent } from '../core/lifecycle/events.ts';
import { issuePermit } from '../core/lifecycle/permit.ts';
import { land as landCandidate, recoverLandings } from '../git/landing.ts';
import { configAt } from './settings.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { landedEvent } from './recover.ts';
import type { Submission } from './work.ts';

/**
 * Fast-forwards the target to the judged candidate. Needs nothing but the view, so that a landing that waited goes on
 * where it was. A missing permit is a bug: the table leads here only from passed gates or a person's word.
 */
export async function land(
  context: PipelineContext,
  { view }: Submission,
): Promise<SubmissionEvent> {
  const { repo, store } = context;
  const config = await configAt(repo, view.base);
  const permit = issuePermit({
    ...view,
    submission: view.id,
    requiredGates: config.gates
      .filter(({ required, when }) => required && when.includes('landing'))
      .map(({ name }) => name),
  });
  if (permit === null || view.target === null) {
    throw new TypeError(`${view.id} came to landing without proof that its tree may land`);
  }
  const { target, base: previous } = view;
  const request = {
    submission: view.id,
    landing: context.newLandingId(),
    target,
    previous,
    permit,
  };
  const { onLandingStep: onStep } = context;
  // Landings are one at a time: what the journal still has open has broken, and would be in the way.
  if (store.journal.open().length > 0) await mend(context);
  const effects = { journal: store.journal, ...(onStep === undefined ? {} : { onStep }) };
  const outcome = await landCandidate(repo, request, effects).catch(async (error: unknown) => {
    // What it left half done would be in the way of every landing after it.
    await mend(context);
    throw error;
  });
  switch (outcome.kind) {
    case 'landed':
      for (const path of outcome.lateWrites) {
        context.log.warn(
          `${path} was saved by somebody while ${view.id} landed: their version is on disk`,
        );
      }
      return { type: 'Landed', target: view.target, commit: outcome.commit, previous: view.base };
    case 'target-moved':
      // It may be there because this has landed already, and others on top of it.
      return (
        (await landedEvent(context, view)) ?? {
          type: 'Requeued',
          reason: 'target-moved',
          detail: `${view.target} is at ${outcome.tip ?? 'nothing'}`,
        }
      );
    case 'blocked': {
      const { reason, worktree, paths, detail } = outcome;
      return { type: 'Blocked', reason, worktree, paths, detail };
    }
  }
}

async function mend({ repo, store, log }: PipelineContext): Promise<void> {
  await recoverLandings(repo, store.journal).catch((error: unknown) =>
    log.warn('a landing that broke could not be mended', { error }),
  );
}
