import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import { primeDependencies, type Primed } from '../../../src/git/prime.ts';
import { closeRepository, openRepository, type Repository } from '../../../src/git/repository.ts';
import { scratchChanges } from '../../../src/git/scratch-changes.ts';
import { createScratch, type ScratchWorktree } from '../../../src/git/worktrees.ts';
import { candidateOf, type Wanted } from '../../support/candidates.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

const manifest = (name: string, extra = {}): string =>
  JSON.stringify({ name, version: '1.0.0', ...extra });

let temp: TempRepo;
let repo: Repository;
let count = 0;
beforeEach(async () => {
  temp = tempRepo({
    files: {
      '.gitignore': 'node_modules/\n.venv/\ngenerated/\n',
      'package.json': manifest('root', { workspaces: ['packages/*'], dependencies: { dep: '1' } }),
      'package-lock.json': '{"lockfileVersion":3}\n',
      'packages/lib/package.json': manifest('@w/lib', { main: 'index.js', bin: 'cli.js' }),
      'packages/lib/index.js': 'module.exports = "old lib";\n',
      'packages/lib/cli.js': 'console.log("old cli");\n',
      'packages/app/package.json': manifest('app', { dependencies: { '@w/lib': '1', own: '1' } }),
      'packages/app/main.js':
        'console.log([require("@w/lib"), require("dep"), require("own"), require("deep")].join());\n',
    },
  });
  const file = (path: string, content: string): void => temp.write(path, content);
  const link = (path: string, target: string): void => {
    mkdirSync(dirname(join(temp.dir, path)), { recursive: true });
    symlinkSync(target, join(temp.dir, path));
  };
  file('node_modules/dep/package.json', manifest('dep'));
  file('node_modules/dep/index.js', 'module.exports = "dep";\n');
  file(
    'node_modules/.pnpm/deep@1/node_modules/deep/index.js',
    'module.exports = "deep " + require("deeper");\n',
  );
  file('node_modules/.pnpm/deeper@1/node_modules/deeper/index.js', 'module.exports = "deeper";\n');
  link('node_modules/.pnpm/deep@1/node_modules/deeper', '../../deeper@1/node_modules/deeper');
  link('node_modules/deep', '.pnpm/deep@1/node_modules/deep');
  link('node_modules/@w/lib', '../../packages/lib');
  link('node_modules/.bin/lib', '../@w/lib/cli.js');
  file('node_modules/.package-lock.json', '{}\n');
  file('node_modules/.cache/tool/x', 'x\n');
  file('packages/app/node_modules/own/index.js', 'module.exports = "own";\n');
  repo = await openRepository(temp.dir);
});
afterEach(async () => {
  await closeRepository(repo);
  temp.remove();
});

async function prime(
  wanted: Readonly<Record<string, Wanted>>,
): Promise<{ readonly scratch: ScratchWorktree; readonly primed: Primed }> {
  const candidate = await candidateOf(repo, asOid(temp.head()), wanted);
  count += 1;
  const scratch = await createScratch(repo, { name: `p${count}`, commit: candidate.commit });
  return { scratch, primed: await primeDependencies(repo, scratch) };
}

const node = (scratch: ScratchWorktree, ...args: readonly string[]): string =>
  execFileSync(process.execPath, args, { cwd: scratch.path, encoding: 'utf8' }).trim();

test('a workspace import loads the candidate’s file and not the user’s', async () => {
  temp.write('packages/lib/index.js', 'module.exports = "the user’s dirty lib";\n');
  const { scratch, primed } = await prime({
    'packages/lib/index.js': 'module.exports = "new lib";\n',
    'packages/lib/cli.js': 'console.log("new cli");\n',
  });
  expect(primed.status).toBe('primed');
  expect(node(scratch, 'packages/app/main.js')).toBe('new lib,dep,own,deep deeper');
  expect(node(scratch, 'node_modules/.bin/lib')).toBe('new cli');
  expect(await scratchChanges(repo, scratch)).toEqual([]);
  expect(temp.gitIn(scratch.path, 'status', '--porcelain')).toBe('');
});

test('what tools write goes into the scratch tree alone; caches start empty', async () => {
  const { scratch } = await prime({ 'x.txt': 'x\n' });
  const modules = join(scratch.path, 'node_modules');
  expect(readdirSync(modules).sort()).toEqual([
    '.bin',
    '.package-lock.json',
    '.pnpm',
    '@w',
    'deep',
    'dep',
  ]);
  for (const name of ['', '.bin', '@w']) {
    expect(lstatSync(join(modules, name)).isSymbolicLink()).toBe(false);
  }
  writeFileSync(join(modules, '.bin/made'), '');
  mkdirSync(join(modules, '.cache'));
  expect(existsSync(join(temp.dir, 'node_modules/.bin/made'))).toBe(false);
});

test('another lock file than the checkout’s: differs, and nothing is mirrored', async () => {
  const { scratch, primed } = await prime({ 'package-lock.json': '{"lockfileVersion":2}\n' });
  expect(primed).toMatchObject({
    status: 'differs',
    detail: expect.stringContaining('package-lock.json') as string,
    unmet: ['package-lock.json'],
  });
  expect(existsSync(join(scratch.path, 'node_modules'))).toBe(false);
  temp.write('package-lock.json', '{"lockfileVersion":2}\n');
  expect((await prime({ 'x.txt': 'x\n' })).primed.status).toBe('differs');
});

test('dependencies declared and none installed: missing', async () => {
  rmSync(join(temp.dir, 'node_modules'), { recursive: true });
  const { primed } = await prime({ 'x.txt': 'x\n' });
  expect(primed).toMatchObject({ status: 'missing', unmet: ['package.json'] });
});

test('nothing declared: nothing to prime', async () => {
  using plain = tempRepo({ files: { 'a.txt': 'a\n', 'package.json': manifest('plain') } });
  const other = await openRepository(plain.dir);
  const scratch = await createScratch(other, { name: 'one', commit: asOid(plain.head()) });
  expect((await primeDependencies(other, scratch)).status).toBe('nothing-to-prime');
  await closeRepository(other);
});

test('a checkout whose node_modules is a link to another worktree’s', async () => {
  const linked = join(temp.root, 'linked');
  temp.git('worktree', 'add', '-q', '-b', 'side', linked);
  symlinkSync(join(temp.dir, 'node_modules'), join(linked, 'node_modules'));
  const side = await openRepository(linked);
  const candidate = await candidateOf(side, asOid(temp.head()), {
    'packages/lib/index.js': 'module.exports = "new lib";\n',
  });
  const scratch = await createScratch(side, { name: 'side', commit: candidate.commit });
  expect((await primeDependencies(side, scratch)).status).toBe('primed');
  expect(node(scratch, '-p', 'require("@w/lib")')).toBe('new lib');
  await closeRepository(side);
});

test('a Python environment is linked, but not one that loads the checkout’s own files', async () => {
  temp.commit('python', {
    'py/pyproject.toml': '[project]\ndependencies = ["x"]\n',
    'py/uv.lock': 'v\n',
  });
  temp.write('py/.venv/lib/python3.12/site-packages/x.py', '');
  const { scratch, primed } = await prime({ 'x.txt': 'x\n' });
  expect(primed.status).toBe('primed');
  expect(existsSync(join(scratch.path, 'py/.venv/lib'))).toBe(true);
  temp.write('py/.venv/lib/python3.12/site-packages/__editable__.me.pth', `${temp.dir}/py/src\n`);
  expect((await prime({ 'x.txt': 'x\n' })).primed.status).toBe('differs');
});
