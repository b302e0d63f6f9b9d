// Compiles src to dist from nothing, so that no file of an older build is left; then bundles the
// command line and what git hooks run.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
rmSync(join(root, 'dist'), { recursive: true, force: true });
const steps = [
  [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', join(root, 'tsconfig.build.json')],
  [join(root, 'scripts', 'bundle.mjs')],
  [join(root, 'scripts', 'bundle-program.mjs')],
];
for (const step of steps) {
  const { status } = spawnSync(process.execPath, step, { stdio: 'inherit' });
  process.exitCode = status ?? 1;
  if (status !== 0) break;
}
