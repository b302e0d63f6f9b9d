import { rmSync, writeFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { allowances } from '../../../src/hook/allowances.ts';
import { bundledHook, type BundledHook } from '../../support/bundled-hook.ts';
import { AGENT, committingRepo, type CommittingRepo } from '../../support/committing-repo.ts';

/* Real commits through our hook: what stops a person, what stops an agent, and that nothing but the commit changes. */

const SOUND = 'export function f(a: number): number {\n  return a + 1;\n}\n';
const MARKED = `<<<<<<< HEAD\n${SOUND}`;
const BROKEN = 'export function f(a: number): number {\n  return a + 1;\n';
const ELIDED = 'export function f(a: number): number {\n  // ... rest of the function ...\n}\n';

let hook: BundledHook;
let hooked: CommittingRepo;
beforeAll(async () => {
  hook = await bundledHook();
});
afterAll(() => hook[Symbol.dispose]());
beforeEach(() => {
  hooked = committingRepo(hook.file, { files: { 'src/f.ts': SOUND, 'README.md': 'hello\n' } });
});
afterEach(() => {
  const indexes = hooked.indexes();
  hooked.repo.remove();
  for (const [before, after] of indexes) expect(after).toBe(before);
});

const head = (): string => hooked.repo.head();

test('a sound commit goes through without a word, and is known to have passed', async () => {
  hooked.repo.write('src/g.ts', SOUND);
  expect(hooked.commitAll('g')).toEqual({ code: 0, said: '' });
  expect(await hooked.passed()).toEqual({ as: 'person', gates: null });
  expect(hooked.indexes()).toHaveLength(2);
});

test.each([
  ['left-over-markers', MARKED, 'src/f.ts:1: left-over-markers: '],
  ['ast-broken', BROKEN, 'src/f.ts:2:16: ast-broken: '],
  ['elided-content', ELIDED, 'src/f.ts:2: elided-content: '],
])('without any config a person is stopped by %s', (code, content, line) => {
  const before = head();
  hooked.repo.write('src/f.ts', content);
  hooked.repo.git('add', '-A');
  const end = hooked.git(['commit', '-q', '-m', 'x']);
  expect(end.code).toBe(1);
  expect(end.said.split('\n').slice(0, 3)).toEqual([
    'sallyport stopped the commit: 1 problem',
    '',
    expect.stringContaining(line),
  ]);
  expect(end.said).toContain(`SALLYPORT_ALLOW=${code} git commit ...`);
  expect(head()).toBe(before);
  expect(hooked.repo.git('stash', 'list')).toBe('');
  expect(hooked.repo.status()).toEqual(['M  src/f.ts']);
});

test('what was broken before stops nobody', () => {
  hooked.repo.commit('broken', { 'src/f.ts': BROKEN });
  hooked.repo.write('src/f.ts', `${BROKEN}// more\n`);
  expect(hooked.commitAll('still').code).toBe(0);
});

test('a protected path warns a person and stops an agent', () => {
  hooked.repo.write('tsconfig.json', '{}\n');
  const agent = hooked.commitAll('x', { env: AGENT });
  expect(agent.code).toBe(1);
  expect(agent.said).toContain('tsconfig.json: protected-path: ');
  expect(agent.said).toContain('Only a person can let it pass');
  const person = hooked.commitAll('x');
  expect(person).toEqual({
    code: 0,
    said: 'sallyport: 1 warning\n  tsconfig.json: protected-path: protected (rule **/tsconfig*.json)\n',
  });
});

test('an agent is stopped by limits, a binary file and tests that go', () => {
  hooked.repo.commit('tests', {
    'test/f.test.ts': "test('one', () => {\n  expect(1).toBe(1);\n});\ntest('two', () => {});\n",
  });
  hooked.repo.write('test/f.test.ts', "test('one', () => {\n  expect(1).toBe(1);\n});\n");
  hooked.repo.write('logo.png', Buffer.from([0x89, 0x50, 0, 1, 2]));
  for (let at = 0; at < 21; at += 1) hooked.repo.write(`many/${at}.txt`, 'x\n');
  const end = hooked.commitAll('x', { env: AGENT });
  expect(end.code).toBe(1);
  for (const code of ['weakened-check', 'file-kind-refused', 'excessive-blast-radius'])
    expect(end.said).toContain(`${code}: `);
  expect(hooked.commitAll('x').code).toBe(0);
});

test('two names that are one on other systems stop a person', () => {
  hooked.repo.write('src/F.ts', SOUND);
  const end = hooked.commitAll('x');
  expect(end.code).toBe(1);
  expect(end.said).toContain('src/F.ts: path-denied: the same name as `src/f.ts`');
});

test('the config of HEAD judges, not the one that is committed', () => {
  hooked.repo.commit('config', { 'sallyport.config.json': '{"limits": {"files": 1}}\n' });
  hooked.repo.write('sallyport.config.json', '{"limits": {"files": 50}}\n');
  hooked.repo.write('a.txt', 'a\n');
  const end = hooked.commitAll('x');
  expect(end.code).toBe(0);
  expect(end.said).toContain('excessive-blast-radius: 2 files change, limit 1');
});

test('a config that cannot be read stops nobody from mending it, and is said', () => {
  hooked.repo.commit('config', { 'sallyport.config.json': '{"limits": {"file": 1}}\n' });
  hooked.repo.write('sallyport.config.json', '{"limits": {"files": 50}}\n');
  const end = hooked.commitAll('mend');
  expect(end.code).toBe(0);
  expect(end.said).toContain('sallyport.config.json: config-invalid: ');
});

test('a person lets one thing pass, and that is on record', async () => {
  hooked.repo.write('src/f.ts', MARKED);
  const end = hooked.commitAll('x', { env: { SALLYPORT_ALLOW: 'left-over-markers' } });
  expect(end).toEqual({
    code: 0,
    said: 'sallyport let pass, and recorded it: 1 problem\n  src/f.ts:1: left-over-markers: a marker of a merge or an edit: <<<<<<< HEAD\n',
  });
  expect(await hooked.using((repo) => Promise.resolve(allowances(repo)))).toEqual([
    {
      at: expect.any(Number) as number,
      what: 'pre-commit',
      by: 'Test User',
      codes: ['left-over-markers'],
      findings: ['src/f.ts:1: left-over-markers: a marker of a merge or an edit: <<<<<<< HEAD'],
    },
  ]);
});

test('a code that does not exist is said, another problem still stops', () => {
  hooked.repo.write('src/f.ts', BROKEN);
  const end = hooked.commitAll('x', { env: { SALLYPORT_ALLOW: 'left-over-markers,nonsense' } });
  expect(end.code).toBe(1);
  expect(end.said).toContain('nonsense is no code');
});

test('an agent lets nothing pass', () => {
  hooked.repo.write('src/f.ts', MARKED);
  const end = hooked.commitAll('x', { env: { ...AGENT, SALLYPORT_ALLOW: 'left-over-markers' } });
  expect(end.code).toBe(1);
  expect(end.said).toContain('only a person may let something pass');
});

test('SALLYPORT=0 switches it off', () => {
  hooked.repo.write('src/f.ts', MARKED);
  expect(hooked.commitAll('x', { env: { SALLYPORT: '0' } })).toEqual({ code: 0, said: '' });
});

test('an initial and an empty commit', async () => {
  using fresh = committingRepo(hook.file, { files: null });
  fresh.repo.write('a.ts', MARKED);
  expect(fresh.commitAll('first').code).toBe(1);
  fresh.repo.write('a.ts', SOUND);
  expect(fresh.commitAll('first')).toEqual({ code: 0, said: '' });
  expect(await fresh.passed()).toEqual({ as: 'person', gates: null });
  expect(fresh.git(['commit', '-q', '--allow-empty', '-m', 'empty'])).toEqual({
    code: 0,
    said: '',
  });
  expect(await fresh.passed()).toEqual({ as: 'person', gates: null });
});

test('commit -a and commit -- path are judged by what they commit, and nothing else', () => {
  hooked.repo.write('src/f.ts', MARKED);
  expect(hooked.git(['commit', '-q', '-a', '-m', 'x']).code).toBe(1);
  expect(hooked.repo.status()).toEqual([' M src/f.ts']);
  hooked.repo.git('add', 'src/f.ts');
  hooked.repo.write('README.md', 'more\n');
  expect(hooked.git(['commit', '-q', '-m', 'x', '--', 'src/f.ts']).code).toBe(1);
  expect(hooked.git(['commit', '-q', '-m', 'x', '--', 'README.md'])).toEqual({ code: 0, said: '' });
  expect(hooked.repo.status()).toEqual(['M  src/f.ts']);
});

test('of a file that is staged in part, the staged part is judged', () => {
  hooked.repo.write('src/f.ts', `${SOUND}// staged\n`);
  hooked.repo.git('add', 'src/f.ts');
  hooked.repo.write('src/f.ts', MARKED);
  expect(hooked.git(['commit', '-q', '-m', 'sound'])).toEqual({ code: 0, said: '' });
  hooked.repo.git('add', 'src/f.ts');
  hooked.repo.write('src/f.ts', SOUND);
  expect(hooked.git(['commit', '-q', '-m', 'marked']).code).toBe(1);
  expect(hooked.repo.status()).toEqual(['MM src/f.ts']);
});

test('an amended commit is judged whole, and its old content stops nobody from mending it', async () => {
  hooked.repo.write('src/f.ts', MARKED);
  hooked.commitAll('x', { env: { SALLYPORT: '0' } });
  hooked.repo.write('src/f.ts', `${SOUND}// mended\n`);
  hooked.repo.git('add', '-A');
  const amend = ['commit', '-q', '--amend', '--no-edit'];
  expect(hooked.git(amend)).toEqual({ code: 0, said: '' });
  expect(await hooked.passed()).toEqual({ as: 'person', gates: null });
  hooked.repo.write('src/f.ts', MARKED);
  hooked.repo.git('add', '-A');
  expect(hooked.git(amend).code).toBe(1);
  expect(hooked.git(['commit', '-q', '--fixup', 'HEAD']).code).toBe(1);
});

test('a rename alone, a mode alone and line endings', async () => {
  hooked.repo.git('mv', 'src/f.ts', 'src/moved.ts');
  expect(hooked.git(['commit', '-q', '-m', 'move'], { env: AGENT })).toEqual({ code: 0, said: '' });
  chmodSync(join(hooked.repo.dir, 'README.md'), 0o755);
  expect(hooked.commitAll('mode', { env: AGENT })).toEqual({ code: 0, said: '' });
  hooked.repo.write('crlf.ts', SOUND.replaceAll('\n', '\r\n'));
  expect(hooked.commitAll('crlf', { env: AGENT })).toEqual({ code: 0, said: '' });
  hooked.repo.write('crlf.ts', MARKED.replaceAll('\n', '\r\n'));
  expect(hooked.commitAll('crlf').said).toContain('crlf.ts:1: left-over-markers: ');
  expect(await hooked.passed()).toEqual({ as: 'agent', gates: null });
});

test('a submodule that moves on is a change of its own kind', () => {
  using inner = committingRepo(hook.file, { files: { 'a.txt': 'a\n' } });
  const allow = ['-c', 'protocol.file.allow=always'];
  hooked.repo.git(...allow, 'submodule', 'add', '-q', inner.repo.dir, 'inner');
  hooked.commitAll('add');
  inner.repo.commit('more', { 'a.txt': 'b\n' });
  hooked.repo.gitIn(join(hooked.repo.dir, 'inner'), ...allow, 'pull', '-q');
  const end = hooked.commitAll('bump', { env: AGENT });
  expect(end.code).toBe(1);
  expect(end.said).toContain('inner: file-kind-refused: a submodule');
  expect(hooked.commitAll('bump').code).toBe(0);
});

test('in a linked worktree and from a subfolder', async () => {
  const linked = join(hooked.repo.root, 'linked');
  hooked.repo.git('worktree', 'add', '-q', '-b', 'side', linked);
  writeFileSync(join(linked, 'src/f.ts'), MARKED);
  hooked.repo.gitIn(linked, 'add', '-A');
  const end = hooked.git(['commit', '-q', '-m', 'x'], { cwd: join(linked, 'src') });
  expect(end.code).toBe(1);
  expect(end.said).toContain('src/f.ts:1: left-over-markers: ');
  writeFileSync(join(linked, 'src/f.ts'), `${SOUND}// side\n`);
  hooked.repo.gitIn(linked, 'add', '-A');
  expect(hooked.git(['commit', '-q', '-m', 'x'], { cwd: linked })).toEqual({ code: 0, said: '' });
  expect(await hooked.passed('side')).toEqual({ as: 'person', gates: null });
});

test('a sparse checkout commits what is not on disk as it was', () => {
  hooked.repo.commit('more', { 'other/o.ts': BROKEN, 'src/g.ts': SOUND });
  hooked.repo.git('sparse-checkout', 'set', '--cone', 'src');
  hooked.repo.write('src/g.ts', `${SOUND}// more\n`);
  expect(hooked.commitAll('sparse')).toEqual({ code: 0, said: '' });
  hooked.repo.git('sparse-checkout', 'reapply', '--sparse-index');
  hooked.repo.write('src/g.ts', MARKED);
  expect(hooked.commitAll('sparse index').code).toBe(1);
  expect(hooked.repo.git('ls-tree', '-r', '--name-only', 'HEAD')).toContain('other/o.ts');
});

test('among a thousand staged files the one is found', () => {
  for (let at = 0; at < 1000; at += 1) hooked.repo.write(`many/${at % 20}/f${at}.ts`, SOUND);
  hooked.repo.write('many/7/f507.ts', MARKED);
  const end = hooked.commitAll('many');
  expect(end.code).toBe(1);
  expect(end.said).toContain('many/7/f507.ts:1: left-over-markers: ');
  rmSync(join(hooked.repo.dir, 'many/7/f507.ts'));
  expect(hooked.commitAll('many').said).toContain('excessive-blast-radius: 999 files change');
});
