/** Runs every test (or those that the arguments select) and closes with one line of counts from vitest's own report. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const report = join(root, 'reports', 'tests.json');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

rmSync(report, { force: true });
const end = spawnSync(
  process.execPath,
  [
    vitest,
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit' },
);
if (!existsSync(report)) {
  console.log('0 passed, 1 failed');
  process.exit(1);
}
const counts = Report.parse(JSON.parse(readFileSync(report, 'utf8')));
/** Files that could not even be loaded have no test to count: each is a failure of its own. */
const brokenFiles = counts.testResults.filter(
  (file) => file.status === 'failed' && file.assertionResults.length === 0,
);
const failed = counts.numFailedTests + brokenFiles.length;
const skipped = counts.numPendingTests + counts.numTodoTests;
console.log(
  `${counts.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
);
process.exitCode = failed > 0 ? 1 : (end.status ?? 1);
