#!/usr/bin/env node
// Plain JavaScript that any Node can read: it finds a runtime that the command can run on.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MINIMUM = [22, 22];
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const command = join(root, 'dist', 'cli', 'main.js');

const isRecentEnough = (version) => {
  const [major, minor] = version.split('.').map(Number);
  return major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1]);
};

const fail = (message) => {
  process.stderr.write(`sallyport: ${message}\n`);
  process.exitCode = 2;
};

/** Runs the command under another runtime with this process's terminal, arguments and signals. */
const runWith = (runtime) => {
  const child = spawn(runtime, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, SALLYPORT_LAUNCHED: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', (error) => fail(`cannot run ${runtime}: ${error.message}`));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
};

if (isRecentEnough(process.versions.node)) {
  // node:sqlite is still announced as experimental on the 22 line; the store is tested on it.
  const emit = process.emitWarning.bind(process);
  process.emitWarning = (warning, ...rest) => {
    const text = String(warning?.message ?? warning);
    if (!text.includes('SQLite is an experimental feature')) emit(warning, ...rest);
  };
  if (existsSync(command)) {
    const { main } = await import('../dist/cli/main.js');
    process.exitCode = await main(process.argv.slice(2));
  } else {
    fail('this clone is not built yet: run `npm run build` in it');
  }
} else {
  const pinned = join(
    root,
    'node_modules',
    'node',
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  if (existsSync(pinned) && process.env.SALLYPORT_LAUNCHED !== '1') runWith(pinned);
  else {
    fail(
      `needs Node ${MINIMUM.join('.')} or newer and this is ${process.versions.node}: install a newer Node and run it again`,
    );
  }
}
