import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import type { Repository } from '../../../src/git/repository.ts';
import { allowances } from '../../../src/hook/allowances.ts';
import { recordPass } from '../../../src/hook/passed-trees.ts';
import { installIn, runGit, SOURCE_COMMAND, type GitRun } from '../../support/hooked-repo.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

/* The guard as git calls it: real refs, real commands. */

let temp: TempRepo;
let repo: Repository;
/** The tip of the guarded branch, and a commit on it that no check has seen, and one that passed. */
let tip: string;
let unjudged: string;
let passed: string;

beforeEach(async () => {
  temp = tempRepo({ files: { 'a.txt': 'a\n' } });
  temp.commit('second', { 'b.txt': 'b\n' });
  tip = temp.commit('guard', { 'sallyport.config.json': '{"guard":"enforce"}\n' });
  repo = (await installIn(temp.dir, { command: SOURCE_COMMAND })).repo;
  unjudged = commitOn(tip, 'unjudged');
  passed = commitOn(tip, 'passed', true);
});
afterEach(() => temp.remove());

/** A commit of one more file, made of objects alone. */
function commitOn(parent: string, name: string, isPassed = false): string {
  const file = join(temp.root, 'content');
  writeFileSync(file, `${name}\n`);
  const blob = temp.git('hash-object', '-w', file);
  const index = join(temp.root, 'index');
  const env = { GIT_INDEX_FILE: index };
  runGit(temp.dir, ['read-tree', parent], env);
  runGit(temp.dir, ['update-index', '--add', '--cacheinfo', `100644,${blob},${name}.txt`], env);
  const tree = runGit(temp.dir, ['write-tree'], env).said.trim();
  rmSync(index);
  const commit = temp.git('commit-tree', '-p', parent, '-m', name, tree);
  if (isPassed) pass(commit);
  return commit;
}

function pass(commit: string): void {
  const [tree = '', ...parents] = temp.git('log', '-1', '--format=%T %P', commit).trim().split(' ');
  recordPass(repo, { tree: asOid(tree), parents: parents.filter((one) => one !== '').map(asOid) });
}

const main = (): string => temp.git('rev-parse', 'refs/heads/main');
const move = (to: string, env = {}): GitRun =>
  runGit(temp.dir, ['update-ref', 'refs/heads/main', to], env);

test('a move over commits that passed is let through, without a word', () => {
  expect(move(passed)).toEqual({ code: 0, said: '' });
  expect(main()).toBe(passed);
});

test('a move that brings in what no check has seen is refused, with what to do', () => {
  const { code, said } = move(unjudged);
  expect(code).toBe(128);
  expect(said).toContain(
    'sallyport: main is guarded here; this move was refused: it brings in 1 commit that no check has let through',
  );
  expect(said).toContain(`  ${unjudged.slice(0, 10)} unjudged`);
  expect(said).toContain(`sallyport submit --commit ${unjudged} --target main --wait`);
  expect(said).toContain('sallyport check --range');
  expect(main()).toBe(tip);
  temp.fsck();
});

test('a deletion, and a link in its place, are refused', () => {
  for (const args of [
    ['update-ref', '-d', 'refs/heads/main'],
    ['update-ref', '-d', 'refs/heads/main', tip],
    ['branch', '-m', 'main', 'trunk'],
  ]) {
    const { code, said } = runGit(temp.dir, args);
    expect(code).not.toBe(0);
    expect(said).toContain('it deletes the branch');
  }
  expect(main()).toBe(tip);
  expect(temp.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
  temp.fsck();
});

describe('back', () => {
  test('over what passed here and never left is let through', () => {
    move(passed);
    const next = commitOn(passed, 'next', true);
    move(next);
    expect(move(tip)).toEqual({ code: 0, said: '' });
    expect(move(next).code).toBe(0);
    const amended = commitOn(passed, 'amended', true);
    expect(move(amended)).toEqual({ code: 0, said: '' });
  });

  test('over what landed by the queue, or was there before, is refused', () => {
    expect(move(`${tip}~1`).said).toContain('it takes 1 commit off the branch that landed there');
    move(passed);
    temp.git('update-ref', 'refs/sallyport/landed/abcdefgh', passed);
    expect(move(tip).code).toBe(128);
    expect(main()).toBe(passed);
  });

  test('over what the remote has is refused, and what the remote has comes in', () => {
    const clone = join(temp.root, 'clone');
    temp.git('clone', '-q', '--bare', temp.dir, clone);
    temp.gitIn(clone, 'fetch', '-q', temp.dir, unjudged);
    temp.gitIn(clone, 'update-ref', 'refs/heads/main', unjudged);
    temp.git('remote', 'add', 'origin', clone);
    temp.git('fetch', '-q', 'origin');
    expect(move(unjudged)).toEqual({ code: 0, said: '' });
    pass(unjudged);
    expect(move(tip).code).toBe(128);
    // Another remote's branch of the name says nothing once there is an upstream.
    temp.git('branch', '-q', '--set-upstream-to=origin/main', 'main');
    const other = commitOn(unjudged, 'other');
    temp.git('update-ref', 'refs/remotes/stranger/main', other);
    expect(move(other).code).toBe(128);
    temp.git('update-ref', 'refs/remotes/origin/feature/main', other);
    expect(move(other).code).toBe(128);
  });
});

test('a merge brings in both sides, and each commit of both counts', () => {
  const side = commitOn(`${tip}~1`, 'side', true);
  const tree = temp.git('rev-parse', `${passed}^{tree}`);
  const merge = temp.git('commit-tree', '-p', tip, '-p', side, '-m', 'merge', tree);
  expect(move(merge).said).toContain('1 commit that no check');
  pass(merge);
  expect(move(merge).code).toBe(0);
});

test('pull, also right into the branch, brings what the remote has', () => {
  const clone = join(temp.root, 'clone');
  temp.git('clone', '-q', temp.dir, clone);
  temp.gitIn(clone, 'config', 'user.name', 'Else');
  temp.gitIn(clone, 'config', 'user.email', 'else@example.com');
  temp.git('remote', 'add', 'origin', clone);
  temp.gitIn(clone, 'commit', '-q', '--allow-empty', '-m', 'theirs');
  expect(runGit(temp.dir, ['pull', '-q', '--ff-only', 'origin', 'main']).code).toBe(0);
  temp.git('checkout', '-q', '-b', 'topic');
  temp.gitIn(clone, 'commit', '-q', '--allow-empty', '-m', 'in one transaction');
  expect(runGit(temp.dir, ['fetch', '-q', '--atomic', 'origin', 'main:main'])).toEqual({
    code: 0,
    said: '',
  });
  temp.gitIn(clone, 'commit', '-q', '--allow-empty', '-m', 'theirs too');
  const early = runGit(temp.dir, ['fetch', '-q', 'origin', 'main:main']);
  // Some versions of git ask for both refs at once.
  if (early.code !== 0) expect(early.said).toContain('git fetch it first, and then try again');
  temp.git('fetch', '-q', 'origin');
  expect(runGit(temp.dir, ['fetch', '-q', 'origin', 'main:main'])).toEqual({ code: 0, said: '' });
  expect(main()).toBe(temp.gitIn(clone, 'rev-parse', 'main'));
});

test('a push into this repository is asked about too, wherever git runs the hook', () => {
  const clone = join(temp.root, 'clone');
  temp.git('clone', '-q', temp.dir, clone);
  temp.git('checkout', '-q', '-b', 'topic');
  temp.gitIn(clone, 'fetch', '-q', 'origin', unjudged, passed);
  const refused = runGit(clone, ['push', 'origin', `${unjudged}:main`]);
  expect(refused.code).not.toBe(0);
  expect(refused.said).toContain('main is guarded here');
  expect(main()).toBe(tip);
  expect(runGit(clone, ['push', '-q', 'origin', `${passed}:main`]).code).toBe(0);
  expect(main()).toBe(passed);
});

test('commands that leave the branch where it is are not disturbed', () => {
  for (const args of [
    ['update-ref', 'refs/heads/main', tip],
    ['pack-refs', '--all'],
    ['gc', '-q'],
    ['pack-refs', '--all', '--prune'],
    ['reset', '--hard', 'HEAD'],
    ['branch', 'topic', unjudged],
    ['worktree', 'add', '-q', join(temp.root, 'wt'), 'topic'],
    ['worktree', 'add', '-q', '-b', 'more', join(temp.root, 'wt2'), 'main'],
    ['checkout', '-q', '--detach'],
    ['checkout', '-q', 'main'],
    ['tag', 'v1'],
    ['branch', '-D', 'more', '-f'],
    ['fetch', '-q', temp.dir, 'main:copy'],
    ['symbolic-ref', 'HEAD', 'refs/heads/topic'],
    ['symbolic-ref', 'HEAD', 'refs/heads/main'],
  ]) {
    const end = runGit(temp.dir, args);
    if (args[0] !== 'branch' || args[1] !== '-D')
      expect([args, end.code, end.said]).toEqual([args, 0, end.said]);
    expect(end.said).not.toContain('sallyport:');
  }
  expect(main()).toBe(tip);
  expect(existsSync(join(temp.dir, '.git/packed-refs'))).toBe(true);
  move(passed);
  expect(runGit(temp.dir, ['pack-refs', '--all']).said).toBe('');
  expect(main()).toBe(passed);
});

describe('git wrote files before it asked', () => {
  test('merge --ff-only: nothing of the user is lost, and the command given puts the files back', () => {
    temp.git('update-ref', 'refs/heads/topic', unjudged);
    temp.write('staged.txt', 'staged\n');
    temp.git('add', 'staged.txt');
    temp.write('loose.txt', 'loose\n');
    const before = temp.status();
    const { code, said } = runGit(temp.dir, ['merge', '--ff-only', 'topic']);
    expect(code).toBe(128);
    expect(temp.status()).not.toEqual(before);
    const [, advice = ''] = /puts them back: git (.*)/.exec(said) ?? [];
    expect(runGit(temp.dir, advice.split(' ')).code).toBe(0);
    expect(temp.status()).toEqual(before);
    expect(main()).toBe(tip);
  });

  test('reset --hard', () => {
    const { said } = runGit(temp.dir, ['reset', '-q', '--hard', 'HEAD~1']);
    const [, advice = ''] = /puts them back: git (.*)/.exec(said) ?? [];
    expect(runGit(temp.dir, advice.split(' ')).code).toBe(0);
    expect(temp.status()).toEqual([]);
  });

  test('a commit keeps what is staged, and no such command is given', () => {
    temp.write('b.txt', 'changed\n');
    temp.git('add', 'b.txt');
    const index = temp.git('ls-files', '--stage');
    const { code, said } = runGit(temp.dir, ['commit', '--no-verify', '-m', 'x']);
    expect(code).toBe(128);
    expect(said).toContain('commit it without --no-verify');
    expect(said).not.toContain('puts them back');
    expect(temp.status()).toEqual(['M  b.txt']);
    expect(temp.git('ls-files', '--stage')).toBe(index);
  });

  test('rebase: it can be given up, and everything is as before', () => {
    move(passed);
    temp.git('read-tree', '-m', '-u', tip, passed);
    expect(runGit(temp.dir, ['rebase', '-q', '--onto', `${tip}~1`, tip]).code).not.toBe(0);
    expect(main()).toBe(passed);
    expect(runGit(temp.dir, ['rebase', '--abort']).code).toBe(0);
    expect(main()).toBe(passed);
    expect(temp.status()).toEqual([]);
    expect(temp.git('symbolic-ref', 'HEAD')).toBe('refs/heads/main');
  });
});

describe('the queue', () => {
  const permit = (line: string): void => {
    mkdirSync(join(repo.stateDir, 'permits'), { recursive: true });
    writeFileSync(join(repo.stateDir, 'permits', 'landing-1'), `${line}\n`);
  };

  test('moves the branch where it said which move it makes, and nothing is started', async () => {
    await installIn(temp.dir, { command: '/nowhere.js', settings: { node: '/nowhere' } });
    permit(`${tip} ${unjudged} refs/heads/main`);
    const end = runGit(temp.dir, ['update-ref', 'refs/heads/main', unjudged, tip], {
      PATH: '/usr/bin:/bin',
      HOME: undefined,
    });
    expect(end).toEqual({ code: 0, said: '' });
  });

  test('permits that move and no other', () => {
    permit(`${tip} ${passed} refs/heads/main`);
    expect(move(unjudged).code).toBe(128);
    permit(`${tip} ${unjudged} refs/heads/main`);
    expect(move(unjudged).code).toBe(128);
    expect(runGit(temp.dir, ['update-ref', 'refs/heads/main', unjudged, tip]).code).toBe(0);
  });
});

describe('a person', () => {
  const ALLOW = { SALLYPORT_ALLOW: 'guard' };
  /** `script` gives the command a terminal. */
  const atTerminal = (command: string, env: Record<string, string | undefined> = ALLOW): GitRun => {
    const set = { ...process.env, ...env };
    const all = Object.fromEntries(
      Object.entries(set).filter(([name]) => !/CLAUDE|AGENT/.test(name)),
    );
    return runIn('script', ['-qec', command, '/dev/null'], { ...all, ...env });
  };
  const runIn = (program: string, args: readonly string[], env: NodeJS.ProcessEnv): GitRun => {
    const end = spawnSync(program, args, { cwd: temp.dir, encoding: 'utf8', env });
    return { code: end.status, said: end.stdout + end.stderr };
  };

  test('at a terminal says so in the command, which is recorded', () => {
    const end = atTerminal(`git update-ref refs/heads/main ${unjudged}`);
    expect(end.said).toContain('main moves by');
    expect(main()).toBe(unjudged);
    expect(allowances(repo)).toMatchObject([
      {
        what: 'guard',
        codes: ['guard'],
        findings: [`refs/heads/main: ${'0'.repeat(40)} -> ${unjudged} (unjudged)`],
      },
    ]);
  });

  test('is not an agent, nor a program without a terminal', () => {
    expect(
      atTerminal(`git update-ref refs/heads/main ${unjudged}`, { ...ALLOW, SALLYPORT_AGENT: 'x' })
        .said,
    ).toContain("is a person's word, and this runs inside a coding agent (SALLYPORT_AGENT is set)");
    const alone = spawnSync('setsid', ['-w', 'git', 'update-ref', 'refs/heads/main', unjudged], {
      cwd: temp.dir,
      encoding: 'utf8',
      env: { ...process.env, ...ALLOW },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(alone.stderr).toContain("is a person's word, and no terminal is at hand");
    expect(main()).toBe(tip);
    expect(allowances(repo)).toEqual([]);
  });

  test('who switches the hooks off is heard and recorded', () => {
    const end = move(unjudged, { SALLYPORT: '0' });
    expect(end.code).toBe(0);
    expect(end.said).toContain('a guarded branch moves unjudged, because SALLYPORT=0 is set');
    expect(allowances(repo)).toMatchObject([{ what: 'reference-transaction', by: 'SALLYPORT=0' }]);
  });
});

describe('levels and faults', () => {
  test('warn lets through and says what it would have said', async () => {
    temp.git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '--allow-empty', '-m', 'x');
    temp.write('sallyport.config.json', '{"guard":"warn"}\n');
    temp.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qam', 'warn');
    await installIn(temp.dir, { command: SOURCE_COMMAND });
    const next = commitOn(main(), 'next');
    const end = move(next);
    expect(end.code).toBe(0);
    expect(end.said).toContain('this move is let through with a warning: it brings in 1 commit');
    expect(main()).toBe(next);
  });

  test('the config of the tip decides, not the one that comes in', () => {
    const blob = join(temp.root, 'config');
    writeFileSync(blob, '{"guard":"off"}\n');
    temp.git('checkout', '-q', '--detach');
    temp.write('sallyport.config.json', '{"guard":"off"}\n');
    temp.git('commit', '-q', '--no-verify', '-am', 'no guard');
    expect(move(temp.head()).code).toBe(128);
  });

  test('a config that cannot be read turns nothing off', () => {
    temp.write('sallyport.config.json', '{"guard":');
    temp.git('-c', 'core.hooksPath=/dev/null', 'commit', '-qam', 'broken');
    expect(move(commitOn(main(), 'next')).code).toBe(128);
  });

  test('a missing command refuses or lets through, as the config says, and the ref is whole', async () => {
    const gone = { command: '/nowhere.js', settings: { node: '/nowhere' } };
    const env = { PATH: '/usr/bin:/bin', HOME: undefined, NVM_DIR: undefined };
    const hasNode = runGit(temp.dir, ['-c', 'alias.n=!command -v node', 'n'], env).code === 0;
    await installIn(temp.dir, hasNode ? { command: join(temp.root, 'nothing') } : gone);
    const refused = move(unjudged, env);
    expect(refused.code).toBe(128);
    expect(refused.said).toContain('reference-transaction could not judge');
    expect(main()).toBe(tip);
    expect(temp.git('update-ref', 'refs/heads/topic', unjudged)).toBe('');
    await installIn(temp.dir, { ...gone, settings: { node: '/nowhere', onFault: 'pass' } });
    const pushed = move(unjudged, env);
    expect(pushed.code).toBe(0);
    expect(pushed.said).toContain('It was let through');
    expect(main()).toBe(unjudged);
    temp.fsck();
  });
});

test('settings that are gone let everything through, and every move says so', () => {
  rmSync(join(repo.stateDir, 'hook-settings'));
  const end = move(unjudged);
  expect(end.code).toBe(0);
  expect(end.said).toContain('the guard does not know what it guards');
});

test.each<readonly [command: string, () => GitRun]>([
  ['commit --no-verify', () => runGit(temp.dir, ['commit', '-qnm', 'x', '--allow-empty'])],
  ['checkout -B', () => runGit(temp.dir, ['checkout', '-q', '-B', 'main', unjudged])],
  ['reset --hard', () => runGit(temp.dir, ['reset', '-q', '--hard', unjudged])],
  ['cherry-pick', () => runGit(temp.dir, ['cherry-pick', unjudged])],
  ['branch -f', () => runGit(temp.dir, ['branch', '-f', 'main', unjudged])],
  ['branch -M', () => runGit(temp.dir, ['branch', '-M', 'topic', 'main'])],
  [
    'worktree add -B',
    () => runGit(temp.dir, ['worktree', 'add', '-B', 'main', join(temp.root, 'wt'), unjudged]),
  ],
  ['fetch into it', () => runGit(temp.dir, ['fetch', '-q', '-u', '.', 'topic:main'])],
  [
    'update-ref by a link',
    () => {
      temp.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
      return runGit(temp.dir, ['update-ref', 'refs/heads/alias', unjudged]);
    },
  ],
  [
    'a git folder named from elsewhere, without a PATH to speak of',
    () =>
      runGit(temp.root, ['update-ref', 'refs/heads/main', unjudged], {
        GIT_DIR: join(temp.dir, '.git'),
        PATH: '/usr/bin:/bin',
      }),
  ],
  [
    'from inside the git folder',
    () => runGit(join(temp.dir, '.git/refs'), ['update-ref', 'refs/heads/main', unjudged]),
  ],
])('no way round: %s', (command, run) => {
  temp.git('update-ref', 'refs/heads/topic', unjudged);
  if (/^(?:branch|worktree)/.test(command)) temp.git('checkout', '-q', '--detach');
  const { code, said } = run();
  expect(code).not.toBe(0);
  expect(said).toContain('sallyport: main is guarded here');
  expect(main()).toBe(tip);
  temp.fsck();
});

test('several refs in one transaction: all of them or none', () => {
  const order = join(temp.root, 'order');
  writeFileSync(
    order,
    `start\ncreate refs/heads/one ${tip}\nupdate refs/heads/main ${unjudged}\ncreate refs/heads/two ${tip}\ncommit\n`,
  );
  const end = spawnSync('git', ['update-ref', '--stdin'], {
    cwd: temp.dir,
    input: readFileSync(order),
    encoding: 'utf8',
  });
  expect(end.status).not.toBe(0);
  expect(temp.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
});

test('an earlier reference-transaction hook hears of every phase, and may refuse', async () => {
  const { plan } = await installIn(temp.dir, { command: SOURCE_COMMAND });
  expect(plan.settings.guard).toBe('enforce');
  rmSync(join(temp.dir, '.git/hooks/reference-transaction'));
  temp.write(
    '.git/hooks/reference-transaction',
    `#!/bin/sh\necho "$1 $(cat | tr '\\n' ' ')" >>"${temp.root}/heard"\n`,
    0o755,
  );
  await installIn(temp.dir, { command: SOURCE_COMMAND });
  expect(move(passed).code).toBe(0);
  const heard = readFileSync(join(temp.root, 'heard'), 'utf8').trim().split('\n');
  expect(heard.map((line) => line.split(' ')[0])).toEqual(['prepared', 'committed']);
  expect(heard[0]).toContain(`${passed} refs/heads/main`);
  expect(move(unjudged).code).toBe(128);
});
