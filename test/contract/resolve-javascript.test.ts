import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ResolverFactory } from 'oxc-resolver';
import { expect, test } from 'vitest';
import { resolveJavascript } from '../../src/core/graph/resolve/resolve-javascript.ts';
import { readImports } from '../../src/gates/graph/read-imports.ts';
import { projectOfFiles } from '../support/graphs.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The sources of this very project, by their paths from its root. */
function sources(): ReadonlyMap<string, string> {
  const paths = ['src', 'scripts', 'test/support'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => `${folder}/${path.split(sep).join('/')}`),
  );
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** What a resolver that looks at the disk finds among the sources. */
function onDisk(resolver: ResolverFactory, path: string, specifier: string): string | null {
  const found = resolver.sync(dirname(join(root, path)), specifier).path ?? '';
  const inside = relative(root, found).split(sep).join('/');
  return found === '' || inside.startsWith('..') || inside.includes('node_modules') ? null : inside;
}

test('finds in a list of paths what a resolver finds on disk', async () => {
  const files = sources();
  const project = projectOfFiles(Object.fromEntries(files));
  const resolver = new ResolverFactory({ extensions: ['.ts', '.js', '.json'] });
  const wrong: string[] = [];
  let count = 0;
  for (const [path, text] of files) {
    for (const specifier of await readImports(path, text)) {
      const theirs = onDisk(resolver, path, specifier);
      if (theirs !== null && !files.has(theirs)) continue;
      count += 1;
      const [ours = null] = resolveJavascript(specifier, path, project);
      if (ours !== theirs)
        wrong.push(`${path}: ${specifier}: ${ours ?? 'none'}, not ${theirs ?? 'none'}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(500);
});
