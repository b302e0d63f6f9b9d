/**
 * All tests that state the engine's rules on small inputs, as one file: a run for a mutant then starts one worker, not
 * one for each file. Quick ones first, since the first failure ends the run. None may call the engine where it is declared,
 * outside of its own body: each mutant in what runs on loading needs a process of its own.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';

const TESTS = join(import.meta.dirname, '..');

const found = ['unit/match', 'unit/apply', 'contract', 'scenarios'].flatMap((folder) =>
  globSync(`${folder}/*.test.ts`, { cwd: TESTS }).sort(),
);

/** Long runs say nothing more about one mutant; the contracts of other registries say nothing at all. */
const isLeftOut = (file: string): boolean =>
  file.endsWith('apply-properties.test.ts') ||
  file.endsWith('bounded-work.test.ts') ||
  (file.startsWith('contract') && !file.endsWith('ladder.test.ts'));

for (const file of found) if (!isLeftOut(file)) await import(join(TESTS, file));
