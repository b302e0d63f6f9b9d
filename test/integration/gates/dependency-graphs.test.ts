import { afterEach, expect, test } from 'vitest';
import type { Oid } from '../../../src/core/model/ids.ts';
import {
  DependencyGraphs,
  type DependencyGraphsOptions,
} from '../../../src/gates/graph/dependency-graphs.ts';
import { measureRadius } from '../../../src/gates/graph/measure-radius.ts';
import { closeRepository, openRepository, type Repository } from '../../../src/git/repository.ts';
import { listTree } from '../../../src/git/snapshot.ts';
import { patchOf, type Sides } from '../../support/patches.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

const open: { readonly temp: TempRepo; readonly repo: Repository }[] = [];
afterEach(async () => {
  for (const { temp, repo } of open.splice(0)) {
    await closeRepository(repo);
    temp.remove();
  }
});

async function made(files: Readonly<Record<string, string>>) {
  const temp = tempRepo({ files });
  const repo = await openRepository(temp.dir);
  open.push({ temp, repo });
  const graphs = (options: DependencyGraphsOptions = {}) =>
    new DependencyGraphs(repo, { patienceMs: 60_000, ...options });
  const measure = async (by: DependencyGraphs, changes: Readonly<Record<string, Sides>>) => {
    const base = temp.head() as Oid;
    const found = await measureRadius(
      by,
      { ...patchOf(changes), base },
      await listTree(repo, base),
    );
    return found.kind === 'measured' ? found.radius : found.note.text;
  };
  return { temp, repo, graphs, measure };
}

const FILES = {
  'package.json': '{"name": "x"}',
  'src/a.ts': 'export function a(): number { return 1; }\n',
  'src/b.ts': `import { a } from './a.ts';\nexport const b = a();\n`,
  'test/a.test.ts': `import { a } from '../src/a.ts';\n`,
  'lib/u.py': 'X = 1\n',
  'lib/v.py': 'from lib.u import X\n',
};
const BODY: Sides = [FILES['src/a.ts'], 'export function a(): number { return 2; }\n'];
const EXPORTS: Sides = [FILES['src/a.ts'], 'export function a(): string { return ""; }\n'];

test('the tree of the base decides, not the checkout', async () => {
  const { temp, graphs, measure } = await made(FILES);
  temp.write('src/b.ts', 'nothing;\n');
  const by = graphs();
  expect(await measure(by, { 'src/a.ts': EXPORTS })).toEqual({
    dependents: ['src/b.ts', 'test/a.test.ts'],
    packages: ['.'],
    affectedTests: ['test/a.test.ts'],
    unreached: [],
  });
  expect(await measure(by, { 'src/a.ts': BODY })).toMatchObject({ dependents: ['test/a.test.ts'] });
  expect(await measure(by, { 'src/a.ts': [FILES['src/a.ts'], null] })).toMatchObject({
    dependents: ['src/b.ts', 'test/a.test.ts'],
  });
  expect(await measure(by, { 'lib/u.py': ['X = 1\n', 'X = 2\n'] })).toMatchObject({
    dependents: ['lib/v.py'],
  });
  await by.close();
});

test('a later commit is seen, and the same content under another extension is read anew', async () => {
  const { temp, graphs, measure } = await made(FILES);
  const by = graphs();
  await measure(by, { 'src/a.ts': EXPORTS });
  temp.commit('later', {
    'src/c.ts': `import './a';\n`,
    'src/b.ts': null,
    'src/c.py': `import './a';\n`,
  });
  expect(await measure(by, { 'src/a.ts': EXPORTS })).toMatchObject({
    dependents: ['src/c.ts', 'test/a.test.ts'],
  });
  await by.close();
});

test('planning does not wait for a large tree, nor longer than its patience', async () => {
  const { graphs, measure } = await made(FILES);
  const still = /still being built/;
  const large = graphs({ maxFiles: 2 });
  expect(await measure(large, { 'src/a.ts': EXPORTS })).toMatch(still);
  await large.close();
  const hurried = graphs({ patienceMs: 0 });
  expect(await measure(hurried, { 'src/a.ts': EXPORTS })).toMatch(still);
  await hurried.close();
});

test('a graph that was warmed is there, however large', async () => {
  const { temp, repo, graphs, measure } = await made(FILES);
  const by = graphs({ maxFiles: 2 });
  const base = temp.head() as Oid;
  by.warm(base, await listTree(repo, base));
  let found = await measure(by, { 'src/a.ts': BODY });
  while (typeof found === 'string') {
    await new Promise((resolve) => setTimeout(resolve, 10));
    found = await measure(by, { 'src/a.ts': BODY });
  }
  expect(found).toMatchObject({ dependents: ['test/a.test.ts'] });
  await by.close();
});

test('after closing nothing is read', async () => {
  const { graphs, measure } = await made(FILES);
  const by = graphs();
  await by.close();
  expect(await measure(by, { 'src/a.ts': BODY })).toMatch(/not kept any more/);
});
