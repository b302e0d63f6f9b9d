import { expect, test } from 'vitest';
import { asOid, type SubmissionId } from '../../../src/core/model/ids.ts';
import { branchCommits, forkPoint, isShallow } from '../../../src/git/branch-commits.ts';
import { openRepository } from '../../../src/git/repository.ts';
import {
  dropSubmitted,
  keepIncoming,
  keepSubmitted,
  submittedCommits,
  sweepIncoming,
} from '../../../src/git/submitted-commits.ts';
import { tempRepo } from '../../support/temp-repo.ts';

test('the commits of a branch, newest first, whatever the user made git print', async () => {
  using temp = tempRepo({ config: { 'log.showSignature': 'true', 'log.decorate': 'full' } });
  const repo = await openRepository(temp.dir);
  const fork = asOid(temp.head());
  temp.git('switch', '-qc', 'side');
  const one = asOid(temp.commit('one\n\nbody\n\nA-Trailer: x', { 'a.txt': 'a\n' }));
  temp.git('switch', '-q', 'main');
  const main = asOid(temp.commit('main', { 'm.txt': 'm\n' }));
  temp.git('switch', '-q', 'side');
  temp.git('merge', '-q', '--no-edit', 'main');
  const merge = asOid(temp.head());
  temp.git('-c', 'user.name=Zoë', '-c', 'user.email=z@x', 'commit', '-qm', 'two', '--allow-empty');
  const two = asOid(temp.head());
  const author = { name: 'Test User', email: 'test@example.com' };
  expect(await branchCommits(repo, two, [main])).toEqual([
    { commit: two, parents: [merge], author: { name: 'Zoë', email: 'z@x' }, message: 'two\n' },
    { commit: merge, parents: [one, main], author, message: "Merge branch 'main' into side\n" },
    { commit: one, parents: [fork], author, message: 'one\n\nbody\n\nA-Trailer: x\n' },
  ]);
  expect(await branchCommits(repo, main, [two])).toEqual([]);
  expect(await forkPoint(repo, main, two)).toBe(fork);
  expect(await forkPoint(repo, two, main)).toBeNull();
  expect(await isShallow(repo)).toBe(false);
});

test('a line of its own has no fork point, and a root commit has no parent', async () => {
  using temp = tempRepo();
  const repo = await openRepository(temp.dir);
  const main = asOid(temp.head());
  temp.git('switch', '-q', '--orphan', 'alone');
  const alone = asOid(temp.commit('alone', { 'x.txt': 'x\n' }));
  expect(await forkPoint(repo, main, alone)).toBeNull();
  expect(await branchCommits(repo, alone, [main])).toMatchObject([{ parents: [] }]);
});

test('submitted commits are kept by refs of ours', async () => {
  using temp = tempRepo();
  const repo = await openRepository(temp.dir);
  const id = 'abcd1234' as SubmissionId;
  temp.git('switch', '-qc', 'side');
  const commit = asOid(temp.commit('work', { 'a.txt': 'a\n' }));
  temp.git('switch', '-q', 'main');
  const incoming = await keepIncoming(repo, commit, 1_000);
  temp.git('branch', '-qD', 'side');
  temp.git('reflog', 'expire', '--expire=now', '--all');
  temp.git('gc', '-q', '--prune=now');
  expect(temp.git('cat-file', '-t', commit)).toBe('commit');
  await keepSubmitted(repo, id, { commit, incoming });
  await keepSubmitted(repo, id, { commit });
  expect(await submittedCommits(repo)).toEqual([{ id, commit }]);
  expect(temp.git('for-each-ref', 'refs/sallyport/incoming')).toBe('');
  await keepIncoming(repo, commit, 1_000);
  await sweepIncoming(repo, 2_000);
  expect(temp.git('for-each-ref', 'refs/sallyport/incoming')).not.toBe('');
  await sweepIncoming(repo, 10_000_000);
  expect(temp.git('for-each-ref', 'refs/sallyport/incoming')).toBe('');
  await dropSubmitted(repo, id);
  expect(await submittedCommits(repo)).toEqual([]);
});
