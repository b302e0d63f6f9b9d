import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { asOid, type Oid } from '../../../src/core/model/ids.ts';
import { dropCandidate } from '../../../src/git/candidate.ts';
import { committerIdentity } from '../../../src/git/identity.ts';
import { commitExists, isAncestor, resolveCommit } from '../../../src/git/refs.ts';
import { closeRepository, openRepository, type Repository } from '../../../src/git/repository.ts';
import { listTree, loadSnapshot, readFileAt } from '../../../src/git/snapshot.ts';
import { encodePath } from '../../../src/git/path-bytes.ts';
import { diffTrees, treeOf } from '../../../src/git/tree.ts';
import { candidateOf, sub } from '../../support/candidates.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

describe.each(['sha1', 'sha256'] as const)('in a %s repository', (objectFormat) => {
  let temp: TempRepo;
  let repo: Repository;
  let head: Oid;
  beforeEach(async () => {
    temp = tempRepo({
      objectFormat,
      files: { 'a.txt': 'a\n', 'd/e/f.txt': 'f\n', 'd/g.txt': 'g\n', 'x.sh': 'run\n' },
    });
    repo = await openRepository(temp.dir);
    head = asOid(temp.head());
  });
  afterEach(async () => {
    await closeRepository(repo);
    temp.remove();
  });

  test('a candidate holds exactly the changes and touches nothing else', async () => {
    const made = await candidateOf(repo, head, {
      'a.txt': 'A\r\n',
      'd/e/f.txt': null,
      'new/deep/h.bin': Buffer.of(0, 255, 10),
      'x.sh': { content: 'run\n', mode: '100755' },
    });
    expect(temp.git('diff', '--raw', '--no-abbrev', '--name-status', head, made.commit)).toBe(
      'M\ta.txt\nD\td/e/f.txt\nA\tnew/deep/h.bin\nM\tx.sh',
    );
    expect(temp.git('ls-tree', '-r', '--name-only', made.commit).split('\n')).toEqual([
      'a.txt',
      'd/g.txt',
      'new/deep/h.bin',
      'x.sh',
    ]);
    expect(temp.git('ls-tree', made.commit, 'x.sh')).toMatch(/^100755 /);
    expect(temp.git('ls-tree', made.commit, 'd/')).not.toMatch(/d\/e/);
    expect(temp.show(made.commit, 'a.txt')).toBe('A\r\n');
    expect(temp.git('rev-parse', `${made.commit}^`)).toBe(head);
    expect(temp.git('rev-parse', `${made.commit}^{tree}`)).toBe(made.tree);
    expect(temp.git('log', '-1', '--format=%an|%ae|%at|%cn|%ct|%B', made.commit)).toBe(
      'Ann Author|ann@example.com|1700000100|Test User|1700000100|Change by test\n',
    );
    expect(temp.status()).toEqual([]);
    expect(temp.head()).toBe(head);
    temp.fsck();
  });

  test('a rename moves, and a file may become a folder', async () => {
    const made = await candidateOf(repo, head, {
      'moved/a.txt': { content: 'a\n', from: 'a.txt' },
      'd/g.txt/inside.txt': 'i\n',
      'd/g.txt': null,
    });
    expect(temp.git('ls-tree', '-r', '--name-only', made.commit).split('\n')).toEqual([
      'd/e/f.txt',
      'd/g.txt/inside.txt',
      'moved/a.txt',
      'x.sh',
    ]);
    temp.fsck();
  });

  test('gc does not take a kept candidate, and takes a dropped one', async () => {
    const made = await candidateOf(repo, head, { 'a.txt': 'kept\n' });
    temp.git('gc', '-q', '--prune=now');
    expect(await commitExists(repo, made.commit)).toBe(true);
    expect(temp.show(made.commit, 'a.txt')).toBe('kept\n');
    await dropCandidate(repo, sub(1));
    await dropCandidate(repo, sub(1));
    temp.git('gc', '-q', '--prune=now');
    await closeRepository(repo);
    expect(await commitExists(repo, made.commit)).toBe(false);
  });

  test('a file in the place of a folder that is not emptied is a bug and throws', async () => {
    await expect(candidateOf(repo, head, { d: 'file\n' })).rejects.toThrow(/d\/e\/f\.txt/);
  });

  test('a repack between two candidates does not matter', async () => {
    await candidateOf(repo, head, { 'd/e/f.txt': '1\n' });
    temp.git('gc', '-q', '--prune=now');
    const next = await candidateOf(repo, head, { 'd/e/f.txt': '2\n', 'd/n.txt': 'n\n' });
    expect(temp.show(next.commit, 'd/e/f.txt')).toBe('2\n');
    temp.fsck();
  });

  test('the empty tree and a root commit', async () => {
    const emptied = await candidateOf(repo, head, {
      'a.txt': null,
      'd/e/f.txt': null,
      'd/g.txt': null,
      'x.sh': null,
    });
    expect(await listTree(repo, emptied.commit)).toEqual([]);
    const root = await candidateOf(repo, null, { 'n.txt': 'n\n' }, sub(2));
    expect(temp.git('rev-list', '--count', root.commit)).toBe('1');
  });

  test('snapshots: bytes, modes, what is missing, what is ignored', async () => {
    temp.write('.gitignore', 'ignored/\n*.log\n');
    const base = asOid(temp.commit('ignore rules', { 'kept.log': 'not yet\n' }));
    temp.git('add', '-f', 'kept.log');
    const tracked = asOid(temp.commit('tracked though ignored', {}));
    expect(tracked).not.toBe(base);
    const tree = await listTree(repo, tracked);
    expect(tree.map(({ path }) => path)).toContain('kept.log');
    const snapshot = await loadSnapshot(repo, tracked, tree, {
      paths: ['a.txt', 'kept.log', 'ignored/x.txt', 'other.log', 'new.txt', '../out', '', '/abs'],
    });
    expect([...snapshot.files.keys()]).toEqual(['a.txt', 'kept.log']);
    expect(Buffer.from(snapshot.files.get('a.txt')!.bytes).toString()).toBe('a\n');
    expect(snapshot.ignored).toEqual(new Set(['ignored/x.txt', 'other.log']));
    expect(await readFileAt(repo, tracked, 'd')).toBeNull();
    expect(await readFileAt(repo, tracked, 'd/g.txt/x')).toBeNull();
    expect(Buffer.from((await readFileAt(repo, tracked, 'd/g.txt'))!).toString()).toBe('g\n');
  });

  test('revisions spelt by anybody', async () => {
    temp.git('tag', '-a', 'v1', '-m', 'annotated');
    const next = asOid(temp.commit('second', { 'a.txt': '2\n' }));
    expect(await resolveCommit(repo, 'v1')).toBe(head);
    expect(await resolveCommit(repo, head.slice(0, 10))).toBe(head);
    expect(await resolveCommit(repo, 'main~1')).toBe(head);
    for (const text of ['--help', ':/first', 'main:a.txt', 'nope', '', 'a b', 'HEAD\n'.repeat(2)]) {
      expect([text, await resolveCommit(repo, text)]).toEqual([text, null]);
    }
    expect(await isAncestor(repo, head, next)).toBe(true);
    expect(await isAncestor(repo, next, head)).toBe(false);
  });

  test('large blobs and many reads at once come back whole', async () => {
    const big = Buffer.alloc(3_000_000, 'line of text\n');
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`many/${at}`, `${at}\n`]),
    );
    const made = await candidateOf(repo, head, { 'big.bin': big, ...files });
    const snapshot = await loadSnapshot(repo, made.commit, await listTree(repo, made.commit), {
      paths: ['big.bin', ...Object.keys(files)],
    });
    expect(Buffer.compare(snapshot.files.get('big.bin')!.bytes, big)).toBe(0);
    expect(snapshot.files.size).toBe(41);
  });
});

test('path names that are not UTF-8 are kept', async () => {
  using temp = tempRepo();
  const odd = Buffer.concat([Buffer.from(`${temp.dir}/caf`), Buffer.of(0xe9), Buffer.from('.txt')]);
  writeFileSync(odd, 'latin\n');
  const head = asOid(temp.commit('odd', { 'plain.txt': 'p\n' }));
  const repo = await openRepository(temp.dir);
  const tree = await listTree(repo, head);
  const entry = tree.find(({ path }) => path.startsWith('caf'));
  expect(encodePath(entry!.path)).toEqual(Buffer.from('636166e92e747874', 'hex'));
  const made = await candidateOf(repo, head, { 'plain.txt': 'q\n', [entry!.path]: 'new\n' });
  const changes = await diffTrees(repo, await treeOf(repo, head), made.tree);
  expect(changes.map(({ path }) => path)).toEqual([entry!.path, 'plain.txt']);
  temp.fsck();
  await closeRepository(repo);
});

test('the committer is the repository’s own identity, or one clear fault', async () => {
  using temp = tempRepo();
  const repo = await openRepository(temp.dir);
  expect(await committerIdentity(repo)).toEqual({ name: 'Test User', email: 'test@example.com' });
  temp.git('config', '--unset', 'user.email');
  await expect(committerIdentity(repo)).rejects.toMatchObject({ code: 'no-identity' });
});
