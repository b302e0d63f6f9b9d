import { closeRepository, openRepository } from '../../src/git/repository.ts';
import {
  land,
  recoverLandings,
  type LandingStep,
  type LandRequest,
  type RecoveryStep,
} from '../../src/git/landing.ts';
import { fileJournal } from './file-journal.ts';

/*
 * A process for tests that kill a landing: `node land-and-die.ts REPOSITORY JOURNAL REQUEST-JSON STEP NUMBER` lands and
 * ends itself with SIGKILL the NUMBERth time that STEP is reached. With an empty request it recovers instead, and prints what.
 */
const [dir = '', journalPath = '', request = '', fatal = '', ordinal = '1'] = process.argv.slice(2);
const repo = await openRepository(dir);
const journal = fileJournal(journalPath);
let left = Number(ordinal);
const dieAt = (step: LandingStep | RecoveryStep): void => {
  if (step !== fatal) return;
  left -= 1;
  if (left > 0) return;
  process.kill(process.pid, 'SIGKILL');
  // The signal ends the process before the next turn of its loop; nothing must run until then.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};
const outcome =
  request === ''
    ? await recoverLandings(repo, journal, dieAt)
    : await land(repo, JSON.parse(request) as LandRequest, { journal, onStep: dieAt });
process.stdout.write(JSON.stringify(outcome));
await closeRepository(repo);
