import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** One project per kind of test, each with the time-out that its kind needs: none depends on speed. */
const project = (name: string, testTimeout: number) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    testTimeout,
    hookTimeout: testTimeout,
  },
});

export default defineConfig({
  test: {
    // Most of the time of the slow tests is spent waiting for processes: one per core, and never only one.
    maxWorkers: Math.max(2, availableParallelism()),
    coverage: {
      provider: 'v8',
      include: ['src/core/match/**', 'src/core/apply/**'],
      reporter: ['text'],
      thresholds: { branches: 100 },
    },
    projects: [
      project('unit', 30_000),
      project('contract', 30_000),
      project('scenarios', 60_000),
      project('integration', 120_000),
      project('e2e', 300_000),
      project('chaos', 900_000),
    ],
  },
});
