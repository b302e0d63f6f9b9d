import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import { branchPatch } from '../../../src/git/branch-patch.ts';
import { bundledHook, type BundledHook } from '../../support/bundled-hook.ts';
import { committingRepo, type CommittingRepo } from '../../support/committing-repo.ts';

/* Files whose names no edit may have: what is in them is judged like any other's. */

const SOUND = 'export function f(a: number): number {\n  return a + 1;\n}\n';
const MARKED = `<<<<<<< HEAD\n${SOUND}`;
const BROKEN = 'export function f(a: number): number {\n  return a + 1;\n';
const ELIDED = 'export function f(a: number): number {\n  // ... rest of the function ...\n}\n';

/** Name, and how it is shown. */
const NAMES: readonly (readonly [name: Buffer, shown: string])[] = [
  [Buffer.from('src/a"b.ts'), 'src/a"b.ts'],
  [Buffer.from('src/a\tb.ts'), 'src/a\tb.ts'],
  [Buffer.from('src/a\nb.ts'), 'src/a\\u{a}b.ts'],
  [Buffer.from('src/caf\xe9.ts', 'latin1'), 'src/caf\\u{dce9}.ts'],
  [Buffer.from('src/aux.ts'), 'src/aux.ts'],
];

let hook: BundledHook;
let hooked: CommittingRepo;
beforeAll(async () => {
  hook = await bundledHook();
});
afterAll(() => hook[Symbol.dispose]());
beforeEach(() => {
  hooked = committingRepo(hook.file, { files: { 'src/f.ts': SOUND } });
});
afterEach(() => hooked.repo.remove());

const write = (name: Buffer, text: string): void =>
  writeFileSync(Buffer.concat([Buffer.from(`${hooked.repo.dir}/`), name]), text);

test.each(NAMES)('%s: content stops a person, the name alone warns', (name, shown) => {
  for (const [code, text] of [
    ['left-over-markers', MARKED],
    ['ast-broken', BROKEN],
    ['elided-content', ELIDED],
  ] as const) {
    write(name, text);
    const end = hooked.commitAll('x');
    expect(end.code).toBe(1);
    expect(end.said).toContain('stopped the commit: 1 problem');
    expect(end.said).toContain(`  ${shown}:`);
    expect(end.said).toContain(`: ${code}: `);
  }
  write(name, SOUND);
  const end = hooked.commitAll('x');
  expect(end.code).toBe(0);
  expect(end.said).toContain(`sallyport: 1 warning\n  ${shown}: path-denied: `);
  write(name, MARKED);
  expect(hooked.commitAll('again').said).toContain(`  ${shown}:1: left-over-markers: `);
});

test('a push is judged like a commit', () => {
  const server = join(hooked.repo.root, 'server.git');
  hooked.repo.git('clone', '-q', '--bare', hooked.repo.dir, server);
  hooked.repo.git('remote', 'add', 'origin', server);
  hooked.repo.git('fetch', '-q');
  write(Buffer.from('src/a"b.ts'), MARKED);
  hooked.repo.git('add', '-A');
  hooked.repo.git('commit', '-q', '--no-verify', '-m', 'x');
  const end = hooked.git(['push', '-q', 'origin', 'main']);
  expect(end.code).not.toBe(0);
  expect(end.said).toContain('  src/a"b.ts:1: left-over-markers: ');
});

test('names that differ in case alone collide', () => {
  write(Buffer.from('src/a"b.ts'), SOUND);
  expect(hooked.commitAll('x').code).toBe(0);
  write(Buffer.from('src/A"b.ts'), SOUND);
  const end = hooked.commitAll('x');
  expect(end.code).toBe(1);
  expect(end.said).toContain('  src/A"b.ts: path-denied: the same name as ');
});

test('a branch that brings such a name to the queue is refused', async () => {
  const before = hooked.repo.git('rev-parse', 'HEAD^{tree}');
  write(Buffer.from('src/a"b.ts'), SOUND);
  hooked.repo.git('add', '-A');
  const after = hooked.repo.git('write-tree');
  const patch = await hooked.using((repo) => branchPatch(repo, asOid(before), asOid(after)));
  expect(patch).toMatchObject({
    ok: false,
    error: [{ code: 'path-denied', path: 'src/a"b.ts', reason: 'reserved-name' }],
  });
});
