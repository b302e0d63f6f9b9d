import { join } from 'node:path';
import type { SubmissionId } from '../core/model/ids.ts';
import { committerIdentity } from '../git/identity.ts';
import type { Repository } from '../git/repository.ts';
import { watchDropFolder, type DropFolder } from '../intake/drop-folder.ts';
import type { PipelineLog } from '../pipeline/pipeline-context.ts';
import { createInbox } from '../store/inbox.ts';
import type { Store } from '../store/open-store.ts';
import type { ViewKeeper } from './view-keeper.ts';

/** What the drop folder of one repository needs. `inbox` is absolute; `maxBytes` of one file. */
export interface DropFolderDoor {
  readonly repo: Repository;
  readonly store: Store;
  readonly inbox: string;
  /** Whether the repository's folders are where they were. */
  readonly isInPlace: () => boolean;
  readonly view: ViewKeeper;
  readonly log: PipelineLog;
  readonly onSubmitted: (id: SubmissionId) => void;
}

/** Opens the drop folder; resolves when what lay in it was taken in. Its author is the repository's own identity. */
export async function openDropFolder(door: DropFolderDoor): Promise<DropFolder> {
  const { repo, store, log } = door;
  const author = { ...(await committerIdentity(repo)), agent: null };
  const inbox = createInbox(store);
  const folder = watchDropFolder({
    inbox: door.inbox,
    claimed: claimedFolder(repo),
    isInPlace: door.isInPlace,
    submit: ({ name, payload, claimKey }) => {
      const admitted = inbox.submit({
        name,
        source: 'drop-folder',
        author,
        payload,
        target: null,
        parent: null,
        claimKey,
      });
      if (!admitted.isRepeat) door.onSubmitted(admitted.id);
      return admitted;
    },
    refuse: (file) => door.view.placeRefused(file),
    supersede: (older, newer) => {
      const by = { kind: 'machine', name: 'the file grew after it was handed in' } as const;
      const recorded = store.ledger.cancel(older, by);
      log.info(`${newer} supersedes ${older}`, { cancelled: recorded.ok });
    },
    log: ({ level, text }) => log[level](text),
    clock: Date.now,
  });
  await folder.ready;
  return folder;
}

/**
 * Where claimed files wait while they are worked on: in the state folder, so that nobody who cleans the checkout takes
 * one that the store does not have yet.
 */
export const claimedFolder = (repo: Repository): string => join(repo.stateDir, 'claimed');
