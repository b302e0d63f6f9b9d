import { writeSync } from 'node:fs';
import { acquireInstanceLock } from '../../../src/store/instance-lock.ts';
import { isFault } from '../../../src/core/model/fault.ts';

/** Takes the lock of a folder and holds it until its input closes or it is killed. Arg: state folder. */
const [stateDir = ''] = process.argv.slice(2);
try {
  const lock = acquireInstanceLock(stateDir, {
    pid: process.pid,
    version: '1.2.3',
    startedAt: 7,
    socket: '/run/x.sock',
  });
  writeSync(1, 'held\n');
  process.stdin.resume().on('end', lock.release);
} catch (error) {
  writeSync(1, `${isFault(error) ? error.code : String(error)}\n`);
}
