// Plain JavaScript for the oldest Node that a clone may meet: installs and builds what is missing, then runs the task
// with the pinned runtime.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const modules = join(root, 'node_modules');
const pinned = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const run = (command, args, options = {}) => {
  const end = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options });
  if (end.error) throw end.error;
  return end.status ?? 1;
};

const must = (what, status) => {
  if (status === 0) return;
  process.stderr.write(`${what} failed (exit ${status}); its output is above\n`);
  process.exit(status);
};

const installedLock = join(modules, '.sallyport-lock');
const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

const install = () => {
  const wanted = lockHash();
  if (
    existsSync(pinned) &&
    existsSync(installedLock) &&
    readFileSync(installedLock, 'utf8') === wanted
  )
    return;
  process.stderr.write('Installing dependencies (once) ...\n');
  must(
    'npm ci',
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      shell: process.platform === 'win32',
    }),
  );
  writeFileSync(installedLock, wanted);
};

/** Newest change below a folder, in milliseconds; deletions show in the folders' own times. */
const newestChange = (folder) => {
  let newest = statSync(folder).mtimeMs;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    newest = Math.max(newest, entry.isDirectory() ? newestChange(path) : statSync(path).mtimeMs);
  }
  return newest;
};

const build = () => {
  const stamp = join(root, 'dist', '.built');
  const changed = Math.max(
    newestChange(join(root, 'src')),
    ...['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'].map(
      (file) => statSync(join(root, file)).mtimeMs,
    ),
  );
  if (existsSync(stamp) && Number(readFileSync(stamp, 'utf8')) >= changed) return;
  process.stderr.write('Building ...\n');
  must('the build', run(pinned, [join(root, 'scripts', 'build.mjs')]));
  writeFileSync(stamp, String(changed));
};

const [task, ...args] = process.argv.slice(2);
install();
if (task === 'install') process.exit(0);
build();
const script = { start: 'start.ts', test: 'test.ts' }[task];
if (script === undefined) {
  process.stderr.write('usage: node scripts/bootstrap.mjs install|start|test [ARGS...]\n');
  process.exit(2);
}
process.exit(
  run(pinned, [join(root, 'scripts', script), ...args], {
    env: {
      ...process.env,
      PATH: `${join(modules, 'node', 'bin')}:${process.env.PATH}`,
      SALLYPORT_CALLED_FROM: resolve(process.env.INIT_CWD ?? process.cwd()),
    },
  }),
);
