import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sallyport, startDaemon, until, type CommandEnd } from '../support/sallyport-command.ts';
import { branch } from '../support/pipeline-fixture.ts';
import { tempRepo, type TempRepo } from '../support/temp-repo.ts';

const FILES = { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'b\n' };

const id = ({ stdout }: CommandEnd): string => (JSON.parse(stdout) as { id: string }).id;
const listed = async (repo: TempRepo) =>
  JSON.parse((await sallyport(repo, ['log', '--json'])).stdout) as readonly {
    readonly id: string;
    readonly name: string;
    readonly state: string;
    readonly source: string;
  }[];

describe('branches through the daemon', () => {
  test('what is pushed lands, and so does what follows on the same branch', async () => {
    using repo = tempRepo({ files: FILES });
    const daemon = await startDaemon(repo);
    const clone = join(repo.root, 'clone');
    repo.git('clone', '-q', repo.dir, clone);
    const commit = (text: string): void => {
      repo.gitIn(clone, 'switch', '-q', '-C', 'work');
      const set = ['-c', 'user.name=Ann', '-c', 'user.email=ann@x'];
      repo.gitIn(clone, 'rm', '-q', '--cached', 'b.txt');
      repo.gitIn(clone, 'checkout', '-q', 'HEAD', '--', 'b.txt');
      repo.write('../clone/a.txt', `one\n${text}\nthree\n`);
      repo.gitIn(clone, ...set, 'commit', '-qam', `two is ${text}`);
      repo.gitIn(clone, 'push', '-q', 'origin', 'HEAD:refs/heads/sallyport/submit/two');
    };
    commit('TWO');
    await until(() => repo.git('log', '-1', '--format=%s', 'main') === 'two is TWO', 'it lands');
    commit('Two');
    await until(() => repo.git('log', '-1', '--format=%s', 'main') === 'two is Two', 'it lands');
    expect([repo.git('log', '-1', '--format=%an', 'main'), repo.status()]).toEqual(['Ann', []]);
    // The branch is its author's.
    expect(repo.git('rev-parse', 'sallyport/submit/two')).toBe(
      repo.gitIn(clone, 'rev-parse', 'HEAD'),
    );
    expect((await listed(repo)).map(({ name, state, source }) => [name, state, source])).toEqual([
      ['sallyport/submit/two', 'landed', 'branch'],
      ['sallyport/submit/two', 'landed', 'branch'],
    ]);
    await daemon.stop();
  });

  test('an agent in a worktree of its own hands in, waits, mends and is done', async () => {
    using repo = tempRepo({ files: FILES });
    const daemon = await startDaemon(repo);
    const cwd = join(repo.root, 'agent');
    repo.git('worktree', 'add', '-q', '-b', 'agent', cwd);
    const run = (...args: readonly string[]) =>
      sallyport(repo, args, { cwd, env: { SALLYPORT_AGENT: 'robot' } });
    const change = (content: string, message: string): void => {
      repo.write('../agent/a.txt', content);
      repo.gitIn(cwd, 'commit', '-qam', message);
    };
    change('one\nmine\nthree\n', 'mine');
    repo.commit('theirs', { 'a.txt': 'one\ntheirs\nthree\n' });
    repo.write('../agent/scratch.txt', 'not committed\n');
    const refused = await run('submit', '--branch', '--wait', '--json');
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('changes that are not committed'),
    ]);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      name: 'agent',
      source: 'branch',
      author: { agent: 'robot' },
      rejections: [
        {
          code: 'merge-conflict',
          path: 'a.txt',
          facts: { branch: 'agent', subject: 'theirs' },
          sides: {
            read: { firstLine: 2, lines: ['two'] },
            landed: { firstLine: 2, lines: ['theirs'] },
            yours: { firstLine: 2, lines: ['mine'] },
          },
        },
      ],
    });
    const shown = await run('show', id(refused), '--reply');
    expect(shown.stdout).toMatch(
      /As it was read.*2 \| two.*As it stands now.*2 \| theirs.*As the branch would have it.*2 \| mine/s,
    );
    expect(shown.stdout).toContain(
      'hand it in again (push it, or `sallyport submit --branch agent`)',
    );

    const merged = repo.tryGit('-C', cwd, 'merge', '-q', 'main');
    expect(merged.code).toBe(1);
    repo.write('../agent/a.txt', 'one\ntheirs and mine\nthree\n');
    repo.gitIn(cwd, 'commit', '-qam', 'merge');
    const landed = await run('submit', '--branch', '--wait', '--json');
    expect([landed.code, JSON.parse(landed.stdout)]).toMatchObject([
      0,
      { outcome: 'landed', parent: id(refused) },
    ]);
    expect(repo.show('main', 'a.txt')).toBe('one\ntheirs and mine\nthree\n');
    // The same again: there is nothing left of it.
    const again = await run('submit', '--branch', 'agent', '--wait');
    expect([again.code, again.stdout]).toEqual([
      1,
      expect.stringContaining('holds everything of `agent` already'),
    ]);
    await daemon.stop();
  });

  test('deletions are declared, a commit is handed in alone, and what is queued is taken back', async () => {
    using repo = tempRepo({ files: FILES });
    branch(repo, 'drop', ['drop b', { 'b.txt': null }]);
    branch(
      repo,
      'edit',
      ['edit b', { 'a.txt': 'ONE\ntwo\nthree\n' }],
      ['more', { 'c.txt': 'c\n' }],
    );
    const held = await sallyport(repo, ['submit', '--branch', 'drop', '--json']);
    expect(held.code).toBe(5);
    const cancelled = await sallyport(repo, ['submit', '--commit', 'edit', '--json']);
    expect((await sallyport(repo, ['cancel', id(cancelled)])).code).toBe(0);
    const daemon = await startDaemon(repo);
    expect((await sallyport(repo, ['wait', id(held)])).code).toBe(5);
    const declared = await sallyport(repo, [
      'submit',
      '--branch',
      'drop',
      '--deletes',
      'b.txt',
      '--wait',
    ]);
    expect([declared.code, declared.stderr]).toEqual([
      0,
      expect.stringContaining(`It takes the place of ${id(held)}`),
    ]);
    const part = await sallyport(repo, ['submit', '--commit', 'edit~1', '--wait', '--json']);
    expect(JSON.parse(part.stdout)).toMatchObject({
      name: `commit ${repo.git('rev-parse', 'edit~1').slice(0, 10)}`,
      outcome: 'landed',
    });
    expect(repo.git('ls-tree', '--name-only', 'main')).toBe('a.txt');
    expect(repo.git('log', '-1', '--format=%s', 'main')).toBe('edit b');

    const retried = await sallyport(repo, ['retry', id(cancelled), '--json']);
    expect((await sallyport(repo, ['wait', id(retried)])).code).toBe(0);
    expect(repo.git('ls-tree', '--name-only', 'main')).toBe('a.txt\nc.txt');
    expect(repo.git('log', '-1', '--format=%s', 'main')).toBe('more');
    await daemon.stop();
  });

  test.each(['intended', 'ref-moved', 'settled'])(
    'a daemon that dies at %s lands a branch once',
    async (step) => {
      using repo = tempRepo({ files: FILES });
      branch(repo, 'sallyport/submit/two', ['two', { 'a.txt': 'one\nTWO\nthree\n' }]);
      const dying = await startDaemon(repo, { env: { SALLYPORT_CRASH_AT: step } });
      expect((await dying.ended).signal).toBe('SIGKILL');
      const daemon = await startDaemon(repo);
      await until(async () => (await listed(repo))[0]?.state === 'landed', 'it lands');
      expect((await listed(repo)).map(({ name, state }) => [name, state])).toEqual([
        ['sallyport/submit/two', 'landed'],
      ]);
      expect([repo.git('log', '--format=%s', 'main'), repo.status()]).toEqual(['two\nfirst', []]);
      await daemon.stop();
    },
  );

  test.each([
    [['--branch', 'nowhere'], 'there is no branch "nowhere" here'],
    [['--commit', 'nowhere'], 'there is no commit "nowhere" here'],
    [['--branch', 'main', '--commit', 'main'], 'choose one'],
    [['answer.md', '--branch'], 'a branch is handed in without a response'],
    [['answer.md', '--deletes', 'a.txt'], '--deletes is for --branch and --commit'],
  ])('%j is a mistake that is explained', async (args, said) => {
    using repo = tempRepo({ files: FILES });
    const { code, stderr } = await sallyport(repo, ['submit', ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });
});
