import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import {
  createParseThread,
  type ParseThread,
} from '../../../src/gates/syntax/thread/parse-thread.ts';
import { tempDir } from '../../support/temp-dir.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const PYTHON = { kind: 'grammar', grammar: 'python' } as const;
const open: ParseThread[] = [];

const threadWith = (options: Partial<Parameters<typeof createParseThread>[0]> = {}) => {
  const thread = createParseThread({
    budgetMs: 60_000,
    patienceMs: 60_000,
    idleMs: 60_000,
    ...options,
  });
  open.push(thread);
  return thread;
};

afterEach(async () => {
  await Promise.all(open.splice(0).map((thread) => thread.close()));
});

test('texts are answered each with its own, whatever the order of asking', async () => {
  const thread = threadWith();
  const answers = await Promise.all([
    thread.parse(PYTHON, 'a = 1\n'),
    thread.parse(PYTHON, 'a = (\n'),
    thread.parse({ kind: 'toml' }, 'a = \n'),
    thread.parse({ kind: 'yaml' }, 'a: [1\n'),
    thread.parse({ kind: 'grammar', grammar: 'go' }, 'package a\n'),
  ]);
  expect(answers.map((problems) => problems?.length)).toEqual([0, 1, 1, 1, 0]);
});

test('a text that takes too long is given up, and the next one is read', async () => {
  const slow = 'a = [1, (2, 3)]\n'.repeat(100_000);
  const thread = threadWith({ budgetMs: 1 });
  expect(await thread.parse(PYTHON, slow)).toBeNull();
  expect(await thread.parse({ kind: 'toml' }, 'a = 1\n')).toEqual([]);
});

test('a thread that does not answer is ended, and the next one answers', async () => {
  const thread = threadWith({ patienceMs: 1 });
  expect(await thread.parse(PYTHON, 'a = 1\n')).toBeNull();
  expect(await thread.parse(PYTHON, 'a = 1\n')).toBeNull();
});

test('a grammar that is not there is not read, and the next text is', async () => {
  const thread = threadWith();
  expect(await thread.parse({ kind: 'grammar', grammar: 'none' }, 'a')).toBeNull();
  expect(await thread.parse(PYTHON, 'a = 1\n')).toEqual([]);
});

test('a closed or idle thread is started again', async () => {
  const thread = threadWith({ idleMs: 1 });
  expect(await thread.parse(PYTHON, 'a = 1\n')).toEqual([]);
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  expect(await thread.parse(PYTHON, 'a = (\n')).toHaveLength(1);
  await thread.close();
  expect(await thread.parse(PYTHON, 'a = 1\n')).toEqual([]);
});

const SCRIPT = `
const { parseThread } = await import(process.argv[2]);
const go = await parseThread.parse({ kind: 'grammar', grammar: 'go' }, 'package a\\n');
const broken = await parseThread.parse({ kind: 'grammar', grammar: 'go' }, 'package a\\nfunc f( {\\n');
console.log(JSON.stringify([go, broken.length > 0]));
`;

test('an idle thread keeps no process alive', () => {
  const dir = tempDir();
  writeFileSync(join(dir, 'script.mjs'), SCRIPT);
  const entry = join(root, 'src/gates/syntax/thread/parse-thread.ts');
  const end = spawnSync(process.execPath, [join(dir, 'script.mjs'), entry], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(end).toMatchObject({ status: 0, signal: null, stdout: '[[],true]\n' });
});

test('the compiled code finds its thread and the grammars beside it', () => {
  const dir = tempDir();
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const built = spawnSync(
    process.execPath,
    [tsc, '-p', join(root, 'tsconfig.build.json'), '--outDir', join(dir, 'dist'), '--noCheck'],
    { encoding: 'utf8', timeout: 110_000 },
  );
  expect(built.stdout).toBe('');
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
  mkdirSync(join(dir, 'empty'));
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'));
  symlinkSync(join(root, 'grammars'), join(dir, 'grammars'));
  writeFileSync(join(dir, 'script.mjs'), SCRIPT);
  const entry = join(dir, 'dist/gates/syntax/thread/parse-thread.js');
  const end = spawnSync(process.execPath, [join(dir, 'script.mjs'), entry], {
    cwd: join(dir, 'empty'),
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(end).toMatchObject({ status: 0, signal: null, stdout: '[[],true]\n' });
});
