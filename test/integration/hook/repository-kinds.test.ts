import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledHook, type BundledHook } from '../../support/bundled-hook.ts';
import { committingRepo, type CommittingRepo } from '../../support/committing-repo.ts';
import type { TempRepoOptions } from '../../support/temp-repo.ts';

/* Whatever way git keeps objects and refs: what is marked is stopped, what is sound goes through. */

const MARKED = 'a\n<<<<<<< HEAD\n';
const FILES = { 'src/f.ts': 'export const f = 1;\n', 'd/e/g.txt': 'g\n' };

let hook: BundledHook;
beforeAll(async () => {
  hook = await bundledHook();
});
afterAll(() => hook[Symbol.dispose]());

const packs = ({ repo }: CommittingRepo): string => join(repo.dir, '.git/objects/pack');

/** What makes a repository of a kind; the folder to commit in, where that is another one. */
type Prepare = (hooked: CommittingRepo) => string | void;

const KINDS: Readonly<Record<string, readonly [Prepare, TempRepoOptions?]>> = {
  'loose objects': [() => undefined],
  'sha-256': [() => undefined, { objectFormat: 'sha256' }],
  'an unborn branch': [() => undefined, { files: null }],
  'packed objects and refs': [({ repo }) => void repo.git('gc', '-q', '--prune=now')],
  'an index of several packs, one of them kept': [
    (hooked) => {
      hooked.repo.git('repack', '-q', '-a', '-d');
      const [kept = ''] = readdirSync(packs(hooked)).filter((name) => name.endsWith('.pack'));
      writeFileSync(join(packs(hooked), kept.replace('.pack', '.keep')), '');
      hooked.repo.commit('more', { 'more.txt': 'm\n' });
      hooked.repo.git('repack', '-q', '-d');
      hooked.repo.git('multi-pack-index', 'write');
    },
  ],
  'objects that another repository lends': [
    ({ repo }) => {
      const borrower = join(repo.root, 'borrower');
      repo.git('clone', '-q', '--shared', repo.dir, borrower);
      return borrower;
    },
  ],
  'a clone that lacks what the server keeps for it': [
    ({ repo }) => {
      repo.git('config', 'uploadpack.allowFilter', 'true');
      const partial = join(repo.root, 'partial');
      repo.git('clone', '-q', '--no-checkout', '--filter=blob:none', `file://${repo.dir}`, partial);
      repo.gitIn(partial, 'read-tree', 'HEAD');
      return partial;
    },
  ],
  'a shallow clone': [
    ({ repo }) => {
      const shallow = join(repo.root, 'shallow');
      repo.commit('second', { 'second.txt': 's\n' });
      repo.git('clone', '-q', '--depth', '1', `file://${repo.dir}`, shallow);
      return shallow;
    },
  ],
  'a commit that another one stands for': [
    ({ repo }) => {
      const real = repo.git('commit-tree', '-m', 'x', 'HEAD^{tree}');
      repo.git('replace', 'HEAD', real);
    },
  ],
  'a linked worktree': [
    ({ repo }) => {
      const linked = join(repo.root, 'linked');
      repo.git('worktree', 'add', '-q', '-b', 'side', linked);
      return linked;
    },
  ],
  'a detached head': [({ repo }) => void repo.git('checkout', '-q', '--detach')],
  'a config of its own for the worktree': [
    ({ repo }) => void repo.git('config', 'extensions.worktreeConfig', 'true'),
  ],
};

test.each(Object.keys(KINDS))('%s', (kind) => {
  const [prepare = () => undefined, options = {}] = KINDS[kind] ?? [];
  using hooked = committingRepo(hook.file, { files: FILES, ...options });
  const { repo } = hooked;
  const dir = prepare(hooked) ?? repo.dir;
  repo.gitIn(dir, 'config', 'user.name', 'Test User');
  repo.gitIn(dir, 'config', 'user.email', 'test@example.com');
  repo.gitIn(dir, 'config', 'core.hooksPath', join(repo.dir, '.git/hooks'));
  const stage = (text: string): void => {
    writeFileSync(join(dir, 'new.ts'), text);
    repo.gitIn(dir, 'add', 'new.ts');
  };
  stage(MARKED);
  const stopped = hooked.git(['commit', '-q', '-m', 'x'], { cwd: dir });
  expect(stopped.code).toBe(1);
  expect(stopped.said).toContain('new.ts:2: left-over-markers: ');
  expect(stopped.said).toContain('stopped the commit: 1 problem');
  stage('export const n = 1;\n');
  expect(hooked.git(['commit', '-q', '-m', 'x'], { cwd: dir })).toEqual({ code: 0, said: '' });
});

test.each([
  ['missing', (file: string) => rmSync(file)],
  ['damaged', (file: string) => writeFileSync(file, 'nonsense')],
  ['cut short', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 20))],
])('an object that is %s is the machine’s fault, and stops the commit', (_name, harm) => {
  using hooked = committingRepo(hook.file, { files: FILES });
  const { repo } = hooked;
  repo.write('b.ts', 'export const b = 1;\n'.repeat(50));
  repo.git('add', '-A');
  const name = repo.git('rev-parse', ':b.ts');
  const file = join(repo.dir, '.git/objects', name.slice(0, 2), name.slice(2));
  chmodSync(file, 0o644);
  harm(file);
  const end = hooked.git(['commit', '-q', '-m', 'x']);
  expect(end.code).not.toBe(0);
  expect(end.said).toMatch(/pre-commit: .*git fsck|pre-commit: git cat-file ended/s);
  expect(end.said).not.toContain('    at ');
});
