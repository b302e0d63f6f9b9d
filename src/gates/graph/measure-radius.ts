import { blastRadius, type BlastRadius } from '../../core/graph/blast-radius.ts';
import { javascriptReader } from '../../core/graph/import-readers/javascript.ts';
import { importReader } from '../../core/graph/import-readers/registry.ts';
import { isSameApi } from '../../core/graph/module-api.ts';
import type { FileChange, Patch, TreeEntry } from '../../core/model/patch.ts';
import type { Note } from '../../core/model/rejection.ts';
import type { DependencyGraphs, GraphAnswer } from './dependency-graphs.ts';
import { moduleApi } from './module-api.ts';
import { outlineApi } from './outline-api.ts';

/** The radius of a patch, or the note that says why nobody knows it. */
export type MeasuredRadius =
  | { readonly kind: 'measured'; readonly radius: BlastRadius }
  | { readonly kind: 'unknown'; readonly note: Note };

const WHY: Readonly<Record<Exclude<GraphAnswer['kind'], 'graph'>, string>> = {
  building: 'the graph of imports is still being built',
  failed: 'the graph of imports could not be built',
  closed: 'the graph of imports is not kept any more',
};

/** What depends on the files that a patch changes, in the tree of its base. */
export async function measureRadius(
  graphs: DependencyGraphs,
  patch: Patch,
  tree: readonly TreeEntry[],
): Promise<MeasuredRadius> {
  const answer = await graphs.at(patch.base ?? '', tree);
  if (answer.kind !== 'graph') {
    const text = `How many files depend on the change was not checked: ${WHY[answer.kind]}.`;
    return { kind: 'unknown', note: { code: 'dependents-unknown', text } };
  }
  const same = await Promise.all(patch.changes.map(async (change) => await hasSameApi(change)));
  const sameApi = new Set(
    patch.changes.filter((_, at) => same[at]).map(({ path }) => String(path)),
  );
  const { graph, packageFolders } = answer.tree;
  return { kind: 'measured', radius: blastRadius({ patch, graph, sameApi, packageFolders }) };
}

/** Where it cannot be told whether importers see a difference, they do. */
async function hasSameApi({ path, from, before, after }: FileChange): Promise<boolean> {
  if (before === null || after === null || (from !== undefined && from !== path)) return false;
  const apiOf = importReader(path) === javascriptReader ? moduleApi : outlineApi;
  const [old, now] = await Promise.all(
    [before, after].map(
      async ({ bytes }) => await apiOf(path, Buffer.from(bytes).toString('utf8')),
    ),
  );
  return isSameApi(old ?? null, now ?? null);
}
