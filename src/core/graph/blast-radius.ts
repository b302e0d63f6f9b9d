import { baseName } from '../apply/tree-index.ts';
import type { Patch } from '../model/patch.ts';
import type { Hold, Note } from '../model/rejection.ts';
import { isTestName, isTestPath } from '../source/test-path.ts';
import type { ImportGraph } from './import-graph.ts';
import { importReader } from './import-readers/registry.ts';
import { ancestors, folderOf } from './resolve/tree-files.ts';

/** Who feels a change, at the base. All lists are sorted; the changed files themselves are not in `dependents`. */
export interface BlastRadius {
  /** Files that may behave otherwise: all that depend on a file whose exports change; of the others, tests alone. */
  readonly dependents: readonly string[];
  /** Folders of the packages that the dependents belong to; `.` is the root. */
  readonly packages: readonly string[];
  /** Tests that run changed code, changed tests included. */
  readonly affectedTests: readonly string[];
  /**
   * Changed files (at the base) that no test reaches by imports: data, programs that tests start, what a runner loads
   * by itself. Which tests they matter to, nobody can tell.
   */
  readonly unreached: readonly string[];
}

/** What the radius is computed from. */
export interface RadiusInput {
  readonly patch: Patch;
  readonly graph: ImportGraph;
  /** Changed paths (at the base) whose exports and their signatures stay as they are. */
  readonly sameApi: ReadonlySet<string>;
  /** Folders that hold a package's manifest; the root is the empty string. */
  readonly packageFolders: ReadonlySet<string>;
}

/** The files, packages and tests that a patch is felt in. */
export function blastRadius({ patch, graph, sameApi, packageFolders }: RadiusInput): BlastRadius {
  const changed = new Set(patch.changes.map(({ from, path }) => String(from ?? path)));
  const open = [...changed].filter((path) => !sameApi.has(path));
  const byApi = graph.dependentsOf(open);
  const felt = graph.dependentsOf(changed);
  const tests = [...felt, ...changed].filter(isTestPath);
  const dependents = [...byApi, ...tests].filter((path) => !changed.has(path));
  const added = new Set(
    patch.changes.filter(({ before }) => before === null).map(({ path }) => String(path)),
  );
  const unreached = [...changed].filter((path) => !isReached(path, added.has(path), graph));
  const packages = dependents.map((path) => packageOf(path, packageFolders));
  return {
    dependents: sorted(dependents),
    packages: sorted(packages),
    affectedTests: sorted(tests),
    unreached: sorted(unreached),
  };
}

/** What is new is reached by what changes along with it, or not at all, where its language has imports. */
function isReached(path: string, isNew: boolean, graph: ImportGraph): boolean {
  if (baseName(path) === 'conftest.py') return false;
  if (isTestName(path) || (isNew && importReader(path) !== undefined)) return true;
  return [...graph.dependentsOf([path])].some(isTestPath);
}

const sorted = (paths: Iterable<string>): readonly string[] => [...new Set(paths)].sort();

function packageOf(path: string, folders: ReadonlySet<string>): string {
  const own = ancestors(folderOf(path)).find((folder) => folders.has(folder)) ?? '';
  return own === '' ? '.' : own;
}

const SHOWN_FILES = 20;
const SHOWN_PACKAGES = 10;
/** In a note, where nobody has to decide. */
const NAMED_FILES = 10;

/** A hold where more files depend on the change than the limit allows, else a note where any do. */
export function radiusFindings(
  { dependents, packages, affectedTests }: BlastRadius,
  limit: number,
): { readonly holds: readonly Hold[]; readonly notes: readonly Note[] } {
  const actual = dependents.length;
  if (actual === 0) return { holds: [], notes: [] };
  if (actual > limit) {
    const facts = {
      actual,
      limit,
      files: dependents.slice(0, SHOWN_FILES),
      packages: packages.slice(0, SHOWN_PACKAGES),
      tests: affectedTests.length,
    };
    return { holds: [{ code: 'excessive-blast-radius', reason: 'dependents', facts }], notes: [] };
  }
  const named = dependents.slice(0, NAMED_FILES).join(', ');
  const more = actual > NAMED_FILES ? ` and ${actual - NAMED_FILES} more` : '';
  const text = `${counted(actual, 'file depends', 'files depend')} on what changes (${named}${more}), in ${counted(packages.length, 'package', 'packages')}; ${counted(affectedTests.length, 'test file runs', 'test files run')} it.`;
  return { holds: [], notes: [{ code: 'dependents', text }] };
}

const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;
