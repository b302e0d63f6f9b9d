/**
 * A test runner for Stryker that loads the engine's tests once and runs them in its own process, many mutants in a second,
 * where Vitest needs a second for each. The assertions mean what they mean in Vitest.
 */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CollectedTest } from './collected-tests.ts';

/** What Stryker's instrumented code reads and writes, by the name that Stryker gave it. */
interface Instrumented {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: unknown;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}

interface MutantRun {
  readonly activeMutant: { readonly id: string };
  readonly testFilter?: readonly string[];
  readonly hitLimit?: number;
}

type MutantResult =
  | { readonly status: 'survived'; readonly nrOfTests: number }
  | { readonly status: 'timeout'; readonly reason: string }
  | {
      readonly status: 'killed';
      readonly killedBy: readonly string[];
      readonly failureMessage: string;
      readonly nrOfTests: number;
    };

interface DryRun {
  readonly status: 'complete';
  readonly tests: readonly object[];
  readonly mutantCoverage: unknown;
}

interface NamedTest extends CollectedTest {
  readonly id: string;
}

const SHIM = new URL('collected-tests.ts', import.meta.url).href;
const ENTRY = 'test/support/engine-tests.ts';
const SUCCESS = 0;
const FAILED = 1;

/** The name is Stryker's: what it instruments looks its state up there. */
const STATE = '__stryker__';
const global = globalThis as { [STATE]?: Instrumented };
const instrumented = (global[STATE] ??= {});

/** Ids of tests that share their names are told apart by their order. */
function numbered(tests: readonly CollectedTest[]): readonly NamedTest[] {
  const seen = new Map<string, number>();
  return tests.map((test) => {
    const count = seen.get(test.name) ?? 0;
    seen.set(test.name, count + 1);
    return { ...test, id: count === 0 ? test.name : `${test.name} #${count}` };
  });
}

/** The message that a test fails with; null where it passes. */
async function failureOf(test: NamedTest): Promise<string | null> {
  try {
    await test.run();
    return null;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).slice(0, 500) || 'failed';
  }
}

class InProcessRunner {
  #tests: readonly NamedTest[] | undefined;
  /** Milliseconds that tests took, by id: quick ones go first, since the first failure ends a mutant's run. */
  readonly #spent = new Map<string, number>();

  /** Modules stay loaded: for a mutant in code that runs on loading, Stryker starts another process. */
  capabilities(): { readonly reloadEnvironment: boolean } {
    return { reloadEnvironment: false };
  }

  async #load(): Promise<readonly NamedTest[]> {
    if (this.#tests !== undefined) return this.#tests;
    registerHooks({
      resolve: (name, context, next) =>
        name === 'vitest' ? { url: SHIM, shortCircuit: true } : next(name, context),
    });
    for (const file of ['test/support/fixed-seed.ts', ENTRY])
      await import(pathToFileURL(join(process.cwd(), file)).href);
    const { TESTS } = (await import(SHIM)) as { readonly TESTS: readonly CollectedTest[] };
    this.#tests = numbered(TESTS);
    return this.#tests;
  }

  async #timed(test: NamedTest): Promise<string | null> {
    const start = performance.now();
    const failure = await failureOf(test);
    this.#spent.set(test.id, performance.now() - start);
    return failure;
  }

  async dryRun(): Promise<DryRun> {
    instrumented.activeMutant = undefined;
    const tests: object[] = [];
    for (const test of await this.#load()) {
      instrumented.currentTestId = test.id;
      const failureMessage = await this.#timed(test);
      instrumented.currentTestId = undefined;
      const { id, name } = test;
      const timeSpentMs = this.#spent.get(id) ?? 0;
      const result = { id, name, timeSpentMs, fileName: ENTRY };
      tests.push(
        failureMessage === null
          ? { ...result, status: SUCCESS }
          : { ...result, status: FAILED, failureMessage },
      );
    }
    return { status: 'complete', tests, mutantCoverage: instrumented.mutantCoverage };
  }

  async mutantRun(run: MutantRun): Promise<MutantResult> {
    const { activeMutant, testFilter, hitLimit } = run;
    instrumented.hitCount = 0;
    // The limit counts all tests and a hundred times over; in a loop without end even a part of that takes minutes.
    instrumented.hitLimit = hitLimit === undefined ? undefined : Math.max(200_000, hitLimit / 20);
    instrumented.activeMutant = activeMutant.id;
    try {
      return await this.#runTests(testFilter);
    } catch (error) {
      return { status: 'killed', killedBy: ['load'], failureMessage: String(error), nrOfTests: 0 };
    } finally {
      instrumented.activeMutant = undefined;
    }
  }

  async #runTests(filter: readonly string[] | undefined): Promise<MutantResult> {
    const wanted = filter === undefined ? null : new Set(filter);
    const tests = (await this.#load())
      .filter(({ id }) => wanted === null || wanted.has(id))
      .toSorted((a, b) => (this.#spent.get(a.id) ?? 0) - (this.#spent.get(b.id) ?? 0));
    for (const [at, test] of tests.entries()) {
      const failureMessage = await this.#timed(test);
      const { hitCount = 0, hitLimit = Infinity } = instrumented;
      if (hitCount > hitLimit) return { status: 'timeout', reason: 'runs without end' };
      if (failureMessage !== null)
        return { status: 'killed', killedBy: [test.id], failureMessage, nrOfTests: at + 1 };
    }
    return { status: 'survived', nrOfTests: tests.length };
  }
}

const factory = Object.assign(() => new InProcessRunner(), { inject: [] as const });

/** The name under which Stryker looks for what a module adds to it. */
export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', factory }];
