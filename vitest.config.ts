import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/**
 * Where the verdict decides whether a change lands, a test that drives real processes gets a second try; the
 * report marks each test that needed one. Nowhere else, and never for the tests of what must not be lost.
 */
const isCi = (process.env['CI'] ?? '') !== '';

/** One project per kind of test, each with the time-out that its kind needs: none depends on speed. */
const project = (name: string, testTimeout: number, retry = 0) => ({
  test: {
    name,
    retry: isCi ? retry : 0,
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
      project('integration', 120_000, 1),
      project('e2e', 300_000, 1),
      project('chaos', 900_000),
    ],
  },
});
