import { createInbox } from '../../../src/store/inbox.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { BranchRef } from '../../../src/core/model/ids.ts';
import { writeSync } from 'node:fs';

/** Submits and claims, and prints each id once the store has said that it is on disk. Args: state folder, name, count. */
const [stateDir = '', name = '', count = '0'] = process.argv.slice(2);
const store = openStore(stateDir, Date.now);
const inbox = createInbox(store);
const payload = Buffer.alloc(20_000, name);

for (let turn = 0; turn < Number(count); turn += 1) {
  const { id } = inbox.submit({
    name: `${name}-${turn}.md`,
    source: 'cli',
    author: { name, email: '', agent: null },
    payload,
    target: null,
    parent: null,
    claimKey: `${name}-${turn}`,
  });
  writeSync(1, `submitted ${id}\n`);
  const claimed = store.ledger.record(id, {
    type: 'Claimed',
    target: 'refs/heads/main' as BranchRef,
    tip: null,
  });
  if (claimed.ok) writeSync(1, `claimed ${id}\n`);
}
store.close();
