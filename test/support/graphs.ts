import { ImportGraph } from '../../src/core/graph/import-graph.ts';
import { importReader } from '../../src/core/graph/import-readers/registry.ts';
import { isManifest, projectOf, type Project } from '../../src/core/graph/resolve/project.ts';
import { readManifest } from '../../src/gates/graph/read-manifest.ts';
import { dependenciesOf } from '../../src/core/graph/resolve/resolve-import.ts';

export type Files = Readonly<Record<string, string>>;

export const projectOfFiles = (files: Files): Project =>
  projectOf(
    Object.keys(files),
    new Map(
      Object.entries(files)
        .filter(([path]) => isManifest(path))
        .map(([path, text]) => [path, readManifest(path, text)]),
    ),
  );

/** What one of the files depends on, sorted. */
export function dependencies(files: Files, path: string): readonly string[] {
  const reader = importReader(path);
  if (reader === undefined) return [];
  const specifiers = reader.read(files[path] ?? '');
  const { language } = reader;
  return [...dependenciesOf({ path, language }, specifiers, projectOfFiles(files))].sort();
}

/** The graph of all the files. */
export function graphOf(files: Files): ImportGraph {
  const graph = new ImportGraph();
  for (const path of Object.keys(files)) graph.add(path, dependencies(files, path));
  return graph;
}
