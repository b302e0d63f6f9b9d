#!/usr/bin/env node
// Plain JavaScript that any Node can read: it finds a runtime that the command can run on. A git hook is started at every
// commit: for it nothing is loaded that it can do without, which is also why this is no ES module.
'use strict';

const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const nodeModule = require('node:module');
const { basename, dirname, isAbsolute, join } = require('node:path');

const MINIMUM = [22, 22];
/** Exit status of a bug. */
const BUG = 70;
const root = dirname(__dirname);
const command = join(root, 'dist', 'program', 'main.js');
const hooks = join(root, 'dist', 'bundle', 'hook.cjs');

const isRecentEnough = (version) => {
  const [major, minor] = version.split('.').map(Number);
  return major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1]);
};

const fail = (message, code = 2) => {
  process.stderr.write(`sallyport: ${message}\n`);
  process.exitCode = code;
};

/**
 * A daemon stays: room matters more to it than the last of its speed. A hook ends before there is anything worth
 * collecting; `hooks/common.sh` gives it the same.
 */
const flagsFor = ([verb]) => {
  if (verb === 'start') return ['--max-semi-space-size=1'];
  return verb === 'hook' ? ['--min-semi-space-size=4'] : [];
};

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
const cacheFolder = () => {
  const { XDG_CACHE_HOME: cache, HOME: home } = process.env;
  const folder = cache && isAbsolute(cache) ? cache : home && join(home, '.cache');
  return folder ? join(folder, 'sallyport', 'compiled') : null;
};

/** Bytes before kept code: checksums of its source and of itself, and how many files were loaded by who kept it. */
const HEADER = 12;
/** One run in so many looks whether more was compiled than is kept: the first may have had little to do. */
const LOOKS = 16;

/** Code that was kept, where it is of this source and whole: damaged code would end the process. */
const keptCode = (place, sourceSum, crc32) => {
  try {
    const bytes = readFileSync(place);
    const code = bytes.subarray(HEADER);
    const isSound = bytes.readUInt32LE(0) === sourceSum && bytes.readUInt32LE(4) === crc32(code);
    return isSound ? { code, files: bytes.readUInt32LE(8) } : null;
  } catch {
    return null;
  }
};

/** Nobody has to be able to write there: then it is compiled the next time too. */
const keepCode = (place, sums, { code, files }) => {
  try {
    const head = Buffer.alloc(HEADER);
    for (const [at, number] of [...sums, files].entries()) head.writeUInt32LE(number, 4 * at);
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    const draft = `${place}.${process.pid}`;
    writeFileSync(draft, Buffer.concat([head, code]), { mode: 0o600 });
    renameSync(draft, place);
  } catch {
    // As said above.
  }
};

/**
 * Loads a CommonJS file as `require` would. What the runtime keeps by itself is what it compiles as a file is loaded;
 * here it is also what ran until `keep` was called, which saves a hook a third of its time.
 */
const loadKept = (file, folder) => {
  const { crc32 } = require('node:zlib');
  const { Script, constants } = require('node:vm');
  const source = readFileSync(file, 'utf8');
  const sourceSum = crc32(source);
  // Code is of one runtime under one set of flags; others keep their own.
  const flags = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ');
  const key = crc32(`${file}\n${flags}`).toString(16);
  const place = join(folder, `${basename(file)}-${process.version}-${process.arch}-${key}`);
  const kept = keptCode(place, sourceSum, crc32);
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${source}\n})`,
    {
      filename: file,
      cachedData: kept?.code,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    },
  );
  const loaded = new nodeModule(file, module);
  loaded.filename = file;
  loaded.paths = module.paths;
  // The rest of the bundle requires this file.
  require.cache[file] = loaded;
  const own = nodeModule.createRequire(file);
  script.runInThisContext().call(loaded.exports, loaded.exports, own, loaded, file, dirname(file));
  loaded.loaded = true;
  const keep = () => {
    const files = Object.keys(require.cache).length;
    const isNew = kept === null || script.cachedDataRejected || files > kept.files;
    if (!isNew && process.pid % LOOKS !== 0) return;
    const code = script.createCachedData();
    if (isNew || code.length > 1.02 * kept.code.length)
      keepCode(place, [sourceSum, crc32(code)], { code, files });
  };
  return { exports: loaded.exports, keep };
};

/**
 * A git hook is on somebody's way: it loads what hooks need, and not the whole command line. One that had nothing to say
 * ends here: there is no output to wait for, and putting its memory in order would take longer than some of its checks.
 */
const runHook = async (args, folder) => {
  let isSilent = true;
  const onSpeech = () => {
    isSilent = false;
  };
  const isKept = folder !== null && process.env.NODE_DISABLE_COMPILE_CACHE !== '1';
  const { exports, keep } = isKept ? loadKept(hooks, folder) : { exports: require(hooks) };
  const code = await exports.main(args, onSpeech);
  keep?.();
  if (isSilent) process.exit(code ?? BUG);
  return code;
};

const run = async () => {
  const args = process.argv.slice(2);
  const folder = cacheFolder();
  if (folder !== null) nodeModule.enableCompileCache?.(folder);
  if (args[0] === 'hook' && args[1] === 'run' && existsSync(hooks)) return runHook(args, folder);
  // node:sqlite is still announced as experimental on the 22 line; the store is tested on it.
  const emit = process.emitWarning.bind(process);
  process.emitWarning = (warning, ...rest) => {
    const text = String(warning?.message ?? warning);
    if (!text.includes('SQLite is an experimental feature')) emit(warning, ...rest);
  };
  const { main } = await import('../dist/program/main.js');
  return main(args);
};

/**
 * Runs the command. A process that has nothing left to do ends, with 0 unless it says otherwise: one that waits for what
 * never comes must not look as if it had passed.
 */
const runToTheEnd = async () => {
  process.exitCode = BUG;
  const onEarlyEnd = (code) => {
    if (code === BUG) fail('ended before it was done; this is a bug of sallyport', BUG);
  };
  process.on('exit', onEarlyEnd);
  const code = await run();
  process.off('exit', onEarlyEnd);
  process.exitCode = code;
};

if (isRecentEnough(process.versions.node)) {
  if (existsSync(command)) {
    void runToTheEnd();
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
