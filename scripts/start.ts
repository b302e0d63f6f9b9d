/**
 * `npm start`: with `--repo PATH` (or any other option) guards that repository; alone, plays the tour on a throw-away
 * sample repository and keeps guarding it until stopped.
 */
import { spawn } from 'node:child_process';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tour } from './tour/tour.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const launcher = join(root, 'bin', 'sallyport.js');
const calledFrom = process.env['SALLYPORT_CALLED_FROM'] ?? process.cwd();
const args = process.argv.slice(2);

if (args.length === 0) process.exitCode = await tour(launcher);
else process.exitCode = await guard(args);

/** Runs `sallyport start` with the arguments given, paths taken from where npm was called. */
function guard(given: readonly string[]): Promise<number> {
  const named = given.map((arg, index) =>
    given[index - 1] === '--repo' && !isAbsolute(arg) ? resolve(calledFrom, arg) : arg,
  );
  const child = spawn(process.execPath, [launcher, 'start', ...named], {
    stdio: 'inherit',
    cwd: calledFrom,
  });
  // The terminal signals the whole group; the daemon decides when it is done.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((done) => {
    child.on('exit', (code) => done(code ?? 1));
  });
}
