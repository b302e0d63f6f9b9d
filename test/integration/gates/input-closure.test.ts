import { afterEach, beforeEach, expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import { DependencyGraphs } from '../../../src/gates/graph/dependency-graphs.ts';
import { inputClosure } from '../../../src/gates/graph/input-closure.ts';
import { verdictKey } from '../../../src/gates/verdict-key.ts';
import { closeRepository, openRepository, type Repository } from '../../../src/git/repository.ts';
import { listTree } from '../../../src/git/snapshot.ts';
import { configured } from '../../support/gate-trees.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

let temp: TempRepo;
let repo: Repository;
let graphs: DependencyGraphs;
beforeEach(async () => {
  temp = tempRepo({
    files: {
      'data.json': '{}\n',
      'src/deep.ts': 'export const deep = 1;\n',
      'src/a.ts': `import { deep } from './deep.ts';\nexport const a = deep;\n`,
      'src/b.ts': `import { a } from './a.ts';\nimport { side } from './side.ts';\nexport const b = a + side;\n`,
      'src/side.ts': 'export const side = 1;\n',
      'src/other.ts': 'export const other = 1;\n',
    },
  });
  repo = await openRepository(temp.dir);
  graphs = new DependencyGraphs(repo, { patienceMs: 60_000 });
});
afterEach(async () => {
  await graphs.close();
  await closeRepository(repo);
  temp.remove();
});

const keyed = async (commit: string, changed: readonly string[]) => {
  const tree = asOid(temp.git('rev-parse', `${commit}^{tree}`));
  const entries = await listTree(repo, asOid(commit));
  return { tree, entries, closure: await inputClosure(graphs, { tree, entries }, changed) };
};

test('what imports the changed files, and all that those import', async () => {
  const { closure } = await keyed(temp.head(), ['src/a.ts']);
  expect([...(closure ?? [])].toSorted()).toEqual([
    'src/a.ts',
    'src/b.ts',
    'src/deep.ts',
    'src/side.ts',
  ]);
});

test('nobody knows where a changed file is no source, or there is no graph', async () => {
  expect((await keyed(temp.head(), ['src/a.ts', 'data.json'])).closure).toBeNull();
  const entries = await listTree(repo, asOid(temp.head()));
  const tree = asOid(temp.git('rev-parse', 'HEAD^{tree}'));
  expect(await inputClosure(undefined, { tree, entries }, ['src/a.ts'])).toBeNull();
});

test('a verdict holds on another base where the closure is as it was, and only there', async () => {
  const [gate] = configured([{ name: 'test', run: 'test', inputs: 'closure' }]);
  if (gate === undefined) throw new Error('no gate');
  const start = temp.head();
  /** The key of the same change on what somebody else made of the base. */
  const keyOn = async (others: Readonly<Record<string, string>>): Promise<string> => {
    temp.git('reset', '-q', '--hard', start);
    const base = temp.commit('others', { 'src/new.ts': 'new;\n', ...others });
    const candidate = temp.commit('change', { 'src/a.ts': 'export const a = 2;\n' });
    const changed = ['src/a.ts'];
    return verdictKey(gate, {
      candidate: await keyed(candidate, changed),
      base: await keyed(base, changed),
      changed: changed.map((path) => ({ path, change: 'modified' as const })),
      toolchain: 't',
      sandbox: 'none',
    });
  };
  const key = await keyOn({});
  expect(await keyOn({ 'src/other.ts': 'export const other = 2;\n' })).toBe(key);
  for (const path of ['src/b.ts', 'src/side.ts', 'data.json', 'README.md']) {
    expect([path, (await keyOn({ [path]: '// changed\n' })) === key]).toEqual([path, false]);
  }
  expect(await keyOn({ 'src/third.ts': `import './a.ts';\n` })).not.toBe(key);
});
