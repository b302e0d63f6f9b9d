import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { decodeBranchPayload } from '../../../src/core/model/branch-payload.ts';
import type { SubmissionId } from '../../../src/core/model/ids.ts';
import { defaultTarget } from '../../../src/git/default-target.ts';
import { openRepository, type Repository } from '../../../src/git/repository.ts';
import { matchingBranches } from '../../../src/git/watched-refs.ts';
import { watchBranches, type BranchWatch } from '../../../src/intake/branches.ts';
import { resubmit } from '../../../src/intake/resubmit.ts';
import { takeBranch, takenBranch } from '../../../src/intake/take-branch.ts';
import { attemptsOf } from '../../../src/store/attempts.ts';
import { openStore, type Store } from '../../../src/store/open-store.ts';
import { SAMPLES } from '../../unit/lifecycle/events-fixture.ts';
import { branch } from '../../support/pipeline-fixture.ts';
import { until } from '../../support/sallyport-command.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

const FIX = 'refs/heads/sallyport/submit/fix';
const author = { name: 'n', email: 'e@x', agent: null };

function watch(repo: Repository, store: Store, said: string[] = []): BranchWatch {
  return watchBranches({
    repo,
    store,
    pattern: 'sallyport/submit',
    defaultTarget: () => defaultTarget(repo, () => Promise.resolve(null)),
    onSubmitted: (id) => said.push(id),
    log: {
      info: () => undefined,
      warn: (message, fields) => said.push(`${message} ${JSON.stringify(fields)}`),
    },
    clock: Date.now,
    lookMs: 20,
  });
}

/** Oldest first: name, short commit, state, and the name's earlier submission. */
const seen = ({ ledger }: Store) =>
  ledger.list().map(({ id, name, state, parent }) => ({
    name,
    commit: decodeBranchPayload(ledger.payload(id)).commit,
    state,
    parent: parent === null ? null : ledger.list().findIndex((one) => one.id === parent),
  }));

async function opened(temp: TempRepo): Promise<{ repo: Repository; store: Store } & Disposable> {
  const repo = await openRepository(temp.dir);
  const store = openStore(repo.stateDir, Date.now);
  return { repo, store, [Symbol.dispose]: store.close };
}

const tip = (temp: TempRepo, ref = FIX) => temp.git('rev-parse', ref);

describe('branches that are pushed or committed to', () => {
  test('are taken once a tip, also those that were there before, and across restarts', async () => {
    using temp = tempRepo();
    branch(temp, 'sallyport/submit/fix', ['one', { 'a.txt': 'a\n' }]);
    branch(temp, 'sallyport/other', ['no', { 'b.txt': 'b\n' }]);
    temp.git('symbolic-ref', 'refs/heads/sallyport/submit/alias', 'refs/heads/main');
    const first = tip(temp);
    using open = await opened(temp);
    const said: string[] = [];
    const watching = watch(open.repo, open.store, said);
    await watching.ready;
    expect(seen(open.store)).toEqual([
      { name: 'sallyport/submit/fix', commit: first, state: 'queued', parent: null },
    ]);
    temp.git('clone', '-q', temp.dir, `${temp.root}/clone`);
    const clone = `${temp.root}/clone`;
    temp.gitIn(
      clone,
      '-c',
      'user.name=A',
      '-c',
      'user.email=a@x',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'p',
    );
    temp.gitIn(clone, 'push', '-q', 'origin', 'HEAD:refs/heads/sallyport/submit/deep/push');
    await until(() => said.length === 2, 'the pushed branch is taken');
    expect(seen(open.store)[1]).toMatchObject({ name: 'sallyport/submit/deep/push' });
    await watching.close();
    const again = watch(open.repo, open.store, said);
    await again.ready;
    temp.git('pack-refs', '--all');
    await pause(200);
    await again.close();
    expect(said.length).toBe(2);
  });

  test('that move on take back what is under way, and name it as the one before', async () => {
    using temp = tempRepo();
    branch(temp, 'sallyport/submit/fix', ['one', { 'a.txt': 'a\n' }]);
    using open = await opened(temp);
    const said: string[] = [];
    const watching = watch(open.repo, open.store, said);
    await watching.ready;
    const one = tip(temp);
    temp.git('switch', '-q', 'sallyport/submit/fix');
    const two = temp.commit('two', { 'a.txt': 'A\n' });
    temp.git('switch', '-q', 'main');
    await until(() => said.length === 2, 'the moved branch is taken');
    temp.git('branch', '-qf', 'sallyport/submit/fix', one);
    await until(() => said.length === 3, 'the branch that moved back is taken');
    temp.git('branch', '-qD', 'sallyport/submit/fix');
    await until(
      () => takenBranch(open.store, FIX)?.commit === null,
      'the branch is seen to be gone',
    );
    temp.git('branch', '-q', 'sallyport/submit/fix', one);
    await until(() => said.length === 4, 'the branch that came back is taken');
    await watching.close();
    const name = 'sallyport/submit/fix';
    expect(seen(open.store)).toEqual([
      { name, commit: one, state: 'cancelled', parent: null },
      { name, commit: two, state: 'cancelled', parent: 0 },
      { name, commit: one, state: 'cancelled', parent: 1 },
      { name, commit: one, state: 'queued', parent: 2 },
    ]);
  });

  test('are none while there is nothing to land, and take back what was under way', async () => {
    using temp = tempRepo();
    using open = await opened(temp);
    const said: string[] = [];
    const watching = watch(open.repo, open.store, said);
    await watching.ready;
    temp.git('branch', '-q', 'sallyport/submit/fix', 'main');
    await pause(200);
    expect(said).toEqual([]);
    temp.git('switch', '-q', 'sallyport/submit/fix');
    temp.commit('one', { 'a.txt': 'a\n' });
    temp.git('switch', '-q', 'main');
    await until(() => said.length === 1, 'the branch is taken');
    temp.git('branch', '-qf', 'sallyport/submit/fix', 'main');
    await until(() => seen(open.store)[0]?.state === 'cancelled', 'it is taken back');
    await watching.close();
    expect(said.length).toBe(1);
  });

  test('are of the agent that their commits name', async () => {
    using temp = tempRepo();
    branch(temp, 'sallyport/submit/fix', ['one\n\nAssisted-by: Robot', { 'a.txt': 'a\n' }]);
    using open = await opened(temp);
    const watching = watch(open.repo, open.store);
    await watching.ready;
    await watching.close();
    expect(open.store.ledger.list().map(({ author: by }) => by)).toEqual([
      { name: 'Test User', email: 'test@example.com', agent: 'robot' },
    ]);
  });

  test('wait while they are what they would land on', async () => {
    using temp = tempRepo();
    temp.git('switch', '-qc', 'sallyport/submit/fix');
    temp.commit('at work', { 'a.txt': 'a\n' });
    using open = await opened(temp);
    const said: string[] = [];
    const watching = watch(open.repo, open.store, said);
    await watching.ready;
    temp.commit('done', { 'a.txt': 'A\n' });
    await pause(200);
    expect(said).toEqual([]);
    temp.git('switch', '-q', 'main');
    await until(() => said.length === 1, 'the branch is taken');
    await watching.close();
    expect(seen(open.store)).toMatchObject([{ commit: tip(temp), parent: null }]);
  });

  test('are taken once though the process dies between the submission and its note', async () => {
    using temp = tempRepo();
    branch(temp, 'sallyport/submit/fix', ['one', { 'a.txt': 'a\n' }]);
    using open = await opened(temp);
    const said: string[] = [];
    const first = watch(open.repo, open.store, said);
    await first.ready;
    await first.close();
    open.store.values.remove(`branch:${FIX}`);
    const second = watch(open.repo, open.store, said);
    await second.ready;
    await second.close();
    expect([said.length, seen(open.store).length]).toEqual([1, 1]);
    expect(takenBranch(open.store, FIX)?.id).toBe(said[0]);
  });
});

describe('a branch that is named', () => {
  test('is the same submission while that is under way, and a new one afterwards', async () => {
    using temp = tempRepo();
    branch(temp, 'fix', ['one', { 'a.txt': 'a\n' }]);
    using open = await opened(temp);
    const { ledger } = open.store;
    const [found] = await matchingBranches(open.repo, 'fix');
    if (found === undefined) throw new Error('no branch');
    const take = (target: string | null) =>
      takeBranch({ ...open, clock: Date.now }, found, { author, target });
    const first = await take(null);
    expect(await take(null)).toEqual({ id: first.id, isRepeat: true, superseded: null });
    const other = await take('release');
    expect([other.isRepeat, other.superseded, ledger.state(first.id)]).toEqual([
      false,
      null,
      'queued',
    ]);
    ledger.record(other.id, SAMPLES.Rejected);
    const third = await take('release');
    expect([third.isRepeat, ledger.facts(third.id).parent, attemptsOf(ledger, third.id)]).toEqual([
      false,
      other.id,
      1,
    ]);
  });

  test('is tried again by its commit, which is kept whatever becomes of the branch', async () => {
    using temp = tempRepo();
    branch(temp, 'fix', ['one', { 'a.txt': 'a\n' }]);
    using open = await opened(temp);
    const [found] = await matchingBranches(open.repo, 'fix');
    if (found === undefined) throw new Error('no branch');
    const clock = Date.now;
    const { id } = await takeBranch({ ...open, clock }, found, { author, target: null });
    temp.git('branch', '-qD', 'fix');
    temp.git('reflog', 'expire', '--expire=now', '--all');
    temp.git('gc', '-q', '--prune=now');
    const again: SubmissionId = await resubmit({ ...open, clock }, id, { author, source: 'cli' });
    expect(open.store.ledger.facts(again)).toMatchObject({
      source: 'branch',
      parent: id,
      name: 'fix',
    });
    expect(temp.git('cat-file', '-t', found.commit)).toBe('commit');
    expect(
      temp.git('for-each-ref', '--format=%(refname)', 'refs/sallyport').split('\n').sort(),
    ).toEqual([`refs/sallyport/submitted/${id}`, `refs/sallyport/submitted/${again}`].sort());
    expect(takenBranch(open.store, 'refs/heads/fix')?.id).toBe(again);
  });
});
