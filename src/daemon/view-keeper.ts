import { join } from 'node:path';
import type { SubmissionId } from '../core/model/ids.ts';
import type { Repository } from '../git/repository.ts';
import type { PipelineLog } from '../pipeline/pipeline-context.ts';
import type { RefusedPayload } from '../reporters/refused-payload.ts';
import { View, type ViewProblem } from '../reporters/view.ts';
import type { Store } from '../store/open-store.ts';
import { claimedFolder } from './drop-folder-door.ts';

/** Keeps the folders for people true to the store. What cannot be shown is logged; the queue goes on. */
export interface ViewKeeper {
  readonly update: (id: SubmissionId) => void;
  readonly placeRefused: (payload: RefusedPayload) => void;
  /** Brings all folders to what the store says. */
  readonly rebuild: () => void;
}

/** The view of one repository, at `.sallyport` in its checkout; or one that shows nothing. */
export function keepView(options: {
  readonly repo: Repository;
  readonly store: Store;
  readonly isWanted: boolean;
  /** Absolute path of the drop folder. */
  readonly inbox: string;
  readonly log: PipelineLog;
}): ViewKeeper {
  const { repo, store, isWanted, log } = options;
  const view = new View({
    root: join(repo.worktree, '.sallyport'),
    // An inbox on another file system keeps its claims beside it.
    claimed: [claimedFolder(repo), join(options.inbox, '.claimed')],
    ledger: store.ledger,
    values: store.values,
  });
  const report = (problems: readonly ViewProblem[]): void => {
    for (const { submission, message } of problems) {
      log.warn(`the view of ${submission} could not be written: ${message}`);
    }
  };
  return {
    update: (id) => {
      if (isWanted) report(view.place(id));
    },
    // A file that is no submission has no other home: it is put where its author finds it.
    placeRefused: (payload) => report(view.placeRefused(payload)),
    rebuild: () => {
      if (isWanted) report(view.rebuild());
    },
  };
}
