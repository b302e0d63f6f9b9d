#!/usr/bin/env node
// Plain JavaScript that any Node can read: it finds a runtime that the command can run on. A git hook is started at every
// commit: for it nothing is loaded that it can do without, which is also why this is no ES module.
'use strict';

const { existsSync } = require('node:fs');
const nodeModule = require('node:module');
const { dirname, isAbsolute, join } = require('node:path');

const MINIMUM = [22, 22];
const root = dirname(__dirname);
const command = join(root, 'dist', 'program', 'main.js');
const hooks = join(root, 'dist', 'bundle', 'main.cjs');

const isRecentEnough = (version) => {
  const [major, minor] = version.split('.').map(Number);
  return major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1]);
};

const fail = (message) => {
  process.stderr.write(`sallyport: ${message}\n`);
  process.exitCode = 2;
};

/** A daemon stays: room matters more to it than the last of its speed. */
const flagsFor = ([verb]) => (verb === 'start' ? ['--max-semi-space-size=1'] : []);

/** Runs the command under another runtime with this process's terminal, arguments and signals. */
const runWith = (runtime) => {
  const { spawn } = require('node:child_process');
  const { constants } = require('node:os');
  const args = process.argv.slice(2);
  const child = spawn(runtime, [...flagsFor(args), __filename, ...args], {
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

/** Compiled code is kept in the user's own cache folder; without one it is compiled each time. */
const keepCompiledCode = () => {
  const { XDG_CACHE_HOME: cache, HOME: home } = process.env;
  const folder = cache && isAbsolute(cache) ? cache : home && join(home, '.cache');
  if (folder) nodeModule.enableCompileCache?.(join(folder, 'sallyport', 'compiled'));
};

const run = async () => {
  const args = process.argv.slice(2);
  keepCompiledCode();
  if (args[0] === 'hook' && args[1] === 'run' && existsSync(hooks)) {
    return require(hooks).main(args);
  }
  // node:sqlite is still announced as experimental on the 22 line; the store is tested on it.
  const emit = process.emitWarning.bind(process);
  process.emitWarning = (warning, ...rest) => {
    const text = String(warning?.message ?? warning);
    if (!text.includes('SQLite is an experimental feature')) emit(warning, ...rest);
  };
  const { main } = await import('../dist/program/main.js');
  return main(args);
};

if (isRecentEnough(process.versions.node)) {
  if (existsSync(command)) {
    void run().then((code) => {
      process.exitCode = code;
    });
  } else fail('this clone is not built yet: run `npm run build` in it');
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
