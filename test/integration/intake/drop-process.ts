import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { watchDropFolder } from '../../../src/intake/drop-folder.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { submitWith } from './submit-with.ts';

/** Watches the inbox of a folder until it is killed. Arg: the folder. */
const [root = ''] = process.argv.slice(2);
const store = openStore(join(root, 'state'), Date.now);
await watchDropFolder({
  inbox: join(root, 'view', 'inbox'),
  claimed: join(root, 'view', 'claimed'),
  submit: submitWith(store),
  refuse: () => {
    throw new Error('nothing is to be refused here');
  },
  log: ({ text }) => {
    writeSync(1, `${text}\n`);
  },
  clock: Date.now,
  pollMs: 20,
}).ready;
writeSync(1, 'ready\n');
