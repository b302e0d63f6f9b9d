import type { DroppedFile } from '../../../src/intake/drop-claim.ts';
import { createInbox } from '../../../src/store/inbox.ts';
import type { Store } from '../../../src/store/open-store.ts';

/** Hands dropped files to a store. */
export const submitWith = (store: Pick<Store, 'admit'>) => (file: DroppedFile) =>
  createInbox(store).submit({
    ...file,
    source: 'drop-folder',
    author: { name: 'Ada', email: '', agent: null },
    target: null,
    parent: null,
  });
