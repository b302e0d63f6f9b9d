import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bundledHook, type BundledHook } from '../../support/bundled-hook.ts';
import { committingRepo, type CommittingRepo, type GitEnd } from '../../support/committing-repo.ts';

/* Commits that no other hook saw are judged when they are sent. */

const SOUND = 'export const a = 1;\n';
const MARKED = `<<<<<<< HEAD\n${SOUND}`;
const CLAUDE = 'Co-authored-by: Claude <noreply@anthropic.com>';
const PUSHED = { code: 0, said: '' };

let hook: BundledHook;
let hooked: CommittingRepo;
let remote: string;
beforeAll(async () => {
  hook = await bundledHook();
});
afterAll(() => hook[Symbol.dispose]());
beforeEach(() => {
  hooked = committingRepo(hook.file, { files: { 'a.ts': SOUND, 'b.ts': SOUND } });
  remote = join(hooked.repo.root, 'remote.git');
  hooked.repo.git('init', '-q', '--bare', remote);
  hooked.repo.git('remote', 'add', 'origin', remote);
  hooked.repo.git('push', '-q', '--no-verify', 'origin', 'main');
});
afterEach(() => hooked.repo.remove());

const push = (...args: readonly string[]): GitEnd => hooked.git(['push', '-q', ...args]);
const remoteTip = (ref = 'main'): string =>
  hooked.repo.tryGit('--git-dir', remote, 'rev-parse', '--verify', '-q', ref).said.trim();

/** Commits without any hook, as `--no-verify`, `cherry-pick` and `rebase` do. */
const unseen = (message: string, files: Readonly<Record<string, string | null>>): string =>
  hooked.repo.commit(message, files);

test('a commit past the other hooks is stopped here, with its name', () => {
  const commit = unseen('Marked', { 'a.ts': MARKED });
  const end = push('origin', 'main');
  expect(end.code).not.toBe(0);
  expect(end.said).toContain(
    `  a.ts:1: left-over-markers: a marker of a merge or an edit: <<<<<<< HEAD (in ${commit.slice(0, 8)})`,
  );
  expect(end.said).toContain('SALLYPORT_ALLOW=left-over-markers git push ...');
  expect(remoteTip()).not.toBe(commit);
  const env = { SALLYPORT_ALLOW: 'left-over-markers' };
  expect(hooked.git(['push', '-q', 'origin', 'main'], { env }).code).toBe(0);
  expect(remoteTip()).toBe(commit);
});

test.each(['cherry-pick', 'rebase', 'revert'] as const)('%s', (by) => {
  hooked.repo.git('checkout', '-q', '-b', 'side');
  const bad = unseen('Marked', { 'a.ts': MARKED });
  hooked.repo.git('checkout', '-q', 'main');
  unseen('Main goes on', { 'c.ts': SOUND });
  if (by === 'cherry-pick') hooked.git(['cherry-pick', bad]);
  else if (by === 'rebase') {
    hooked.git(['rebase', '-q', 'main', 'side']);
    hooked.repo.git('checkout', '-q', 'main');
    hooked.repo.git('merge', '-q', '--ff-only', 'side');
  } else {
    hooked.repo.git('merge', '-q', '--no-ff', '-m', 'm', 'side');
    hooked.repo.git('push', '-q', '--no-verify', 'origin', 'main');
    hooked.git(['revert', '-m', '1', '--no-edit', 'HEAD']);
    hooked.git(['revert', '--no-edit', 'HEAD']);
  }
  const end = push('origin', 'main');
  expect(end.code).not.toBe(0);
  expect(end.said).toContain('a.ts:1: left-over-markers: ');
});

test('what a later commit mended warns a person, and stops an agent', () => {
  unseen('Marked', { 'a.ts': MARKED });
  unseen('Mended', { 'a.ts': SOUND });
  const person = push('origin', 'main');
  expect(person.code).toBe(0);
  expect(person.said).toContain('(mended since)');
  unseen(`Marked\n\n${CLAUDE}`, { 'a.ts': MARKED });
  unseen(`Mended\n\n${CLAUDE}`, { 'a.ts': SOUND });
  expect(push('origin', 'main').code).not.toBe(0);
});

test('an agent’s commit is stopped by what only warns a person', () => {
  unseen(`Config\n\n${CLAUDE}`, { 'tsconfig.json': '{}\n' });
  const end = push('origin', 'main');
  expect(end.code).not.toBe(0);
  expect(end.said).toContain('tsconfig.json: protected-path: ');
  hooked.repo.git('commit', '-q', '--amend', '--no-verify', '-m', 'Config');
  expect(push('origin', 'main').code).toBe(0);
});

test('a new branch sends what is new, and nothing of what was published', () => {
  unseen('Marked', { 'a.ts': MARKED });
  hooked.repo.git('push', '-q', '--no-verify', 'origin', 'main');
  hooked.repo.git('checkout', '-q', '-b', 'topic');
  unseen('Sound', { 'b.ts': `${SOUND}// more\n` });
  expect(push('origin', 'topic')).toEqual(PUSHED);
  hooked.repo.git('remote', 'add', 'other', join(hooked.repo.root, 'other.git'));
  hooked.repo.git('init', '-q', '--bare', join(hooked.repo.root, 'other.git'));
  expect(push('other', 'topic')).toEqual(PUSHED);
});

test('a first push to an empty remote judges the whole history', () => {
  using fresh = committingRepo(hook.file, { files: { 'a.ts': SOUND } });
  const bare = join(fresh.repo.root, 'remote.git');
  fresh.repo.git('init', '-q', '--bare', bare);
  expect(fresh.git(['push', '-q', bare, 'main'])).toEqual(PUSHED);
  fresh.repo.commit('Marked', { 'a.ts': MARKED });
  expect(fresh.git(['push', '-q', bare, 'main']).code).not.toBe(0);
});

test('a force push judges what replaces the old commits', () => {
  unseen('Old', { 'b.ts': `${SOUND}// old\n` });
  hooked.repo.git('push', '-q', '--no-verify', 'origin', 'main');
  hooked.repo.git('reset', '-q', '--hard', 'HEAD~1');
  unseen('Marked', { 'a.ts': MARKED });
  expect(push('--force', 'origin', 'main').code).not.toBe(0);
  hooked.repo.git('reset', '-q', '--hard', 'HEAD~1');
  unseen('Sound', { 'a.ts': `${SOUND}// new\n` });
  expect(push('--force', 'origin', 'main')).toEqual(PUSHED);
});

test('a deletion, tags of commits and of files', () => {
  hooked.repo.git('push', '-q', '--no-verify', 'origin', 'main:gone');
  expect(push('origin', ':gone')).toEqual(PUSHED);
  hooked.repo.git('tag', '-a', '-m', 'v1', 'v1');
  expect(push('origin', 'v1')).toEqual(PUSHED);
  hooked.repo.git('tag', 'file', 'HEAD:a.ts');
  expect(push('origin', 'file')).toEqual(PUSHED);
  unseen('Marked', { 'a.ts': MARKED });
  hooked.repo.git('tag', '-a', '-m', 'v2', 'v2');
  expect(push('origin', 'v2').said).toContain('a.ts:1: left-over-markers: ');
});

test('a shallow clone is judged from where it starts', () => {
  for (const at of [1, 2, 3]) unseen(`More ${at}`, { 'b.ts': `${SOUND}// ${at}\n` });
  hooked.repo.git('push', '-q', '--no-verify', 'origin', 'main');
  const shallow = join(hooked.repo.root, 'shallow');
  hooked.repo.git('clone', '-q', '--depth=1', '--branch=main', `file://${remote}`, shallow);
  hooked.repo.gitIn(shallow, 'config', 'core.hooksPath', join(hooked.repo.dir, '.git/hooks'));
  hooked.repo.gitIn(shallow, 'config', 'user.name', 'Test User');
  hooked.repo.gitIn(shallow, 'config', 'user.email', 'test@example.com');
  const commit = (text: string): void => {
    hooked.git(['commit', '-q', '--no-verify', '--allow-empty', '-am', text], { cwd: shallow });
  };
  commit('Sound');
  expect(hooked.git(['push', '-q', 'origin', 'main'], { cwd: shallow })).toEqual(PUSHED);
  const other = join(hooked.repo.root, 'other.git');
  hooked.repo.git('init', '-q', '--bare', other);
  hooked.repo.gitIn(shallow, 'update-ref', '-d', 'refs/remotes/origin/main');
  hooked.repo.gitIn(shallow, 'update-ref', '-d', 'refs/remotes/origin/HEAD');
  const end = hooked.git(['push', '-q', other, 'main'], { cwd: shallow });
  expect(end.said).toContain('shallow: not looked at');
});

test('what passed as what it is, or landed by the queue, is not judged again', async () => {
  hooked.repo.write('a.ts', MARKED);
  hooked.commitAll('Marked', { env: { SALLYPORT_ALLOW: 'left-over-markers' } });
  expect(await hooked.passed()).toEqual({ as: 'person', gates: null });
  expect(push('origin', 'main')).toEqual(PUSHED);
  const landed = unseen(`Landed\n\n${CLAUDE}`, { 'tsconfig.json': '{}\n' });
  hooked.repo.git('update-ref', 'refs/sallyport/landed/abcdefgh', landed);
  expect(push('origin', 'main')).toEqual(PUSHED);
});

test('several refs with the same commits say it once', () => {
  unseen('Marked', { 'a.ts': MARKED });
  hooked.repo.git('branch', 'twin');
  const end = push('origin', 'main', 'twin');
  expect(end.said.split('left-over-markers: ')).toHaveLength(2);
  expect(end.said).toContain('1 problem\n');
});
