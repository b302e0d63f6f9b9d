import { defineConfig } from 'vitest/config';

/** The tests that no mutant of the engine should survive. */
export default defineConfig({
  test: {
    include: ['test/support/engine-tests.ts'],
    setupFiles: ['test/support/fixed-seed.ts'],
    testTimeout: 60_000,
    isolate: false,
  },
});
