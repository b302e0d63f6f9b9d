import { importReader } from '../../core/graph/import-readers/registry.ts';
import type { KeyedTree } from '../verdict-key.ts';
import type { DependencyGraphs } from './dependency-graphs.ts';

/**
 * The source files of a tree that the verdict on a change of some paths may depend on: those that import them, over
 * others too, and all that any of these import. Null where imports do not tell: a changed path is no source, or there is
 * no graph in time. What is no source (data, manifests, settings) is an input in any case: see `verdictKey`.
 */
export async function inputClosure(
  graphs: DependencyGraphs | undefined,
  { tree, entries }: KeyedTree,
  changed: readonly string[],
): Promise<ReadonlySet<string> | null> {
  if (graphs === undefined || changed.some((path) => importReader(path) === undefined)) return null;
  const answer = await graphs.at(tree, entries);
  if (answer.kind !== 'graph') return null;
  const { graph } = answer.tree;
  const about = new Set([...changed, ...graph.dependentsOf(changed)]);
  return new Set([...about, ...graph.dependenciesOf(about)]);
}
