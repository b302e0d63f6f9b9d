import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  installIn,
  recordingCommand,
  runGit,
  type RecordingCommand,
} from '../../support/hooked-repo.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

/* The shims as git runs them, with a command that writes down how it was called. */

const BARE = '/usr/bin:/bin';
let temp: TempRepo;
let command: RecordingCommand;
beforeEach(() => {
  // For a person commit-msg starts nothing.
  vi.stubEnv('SALLYPORT_AGENT', 'somebody');
  temp = tempRepo({ files: { 'a.txt': 'a\n', 'd/b.txt': 'b\n' } });
  command = recordingCommand(temp);
});
afterEach(() => {
  vi.unstubAllEnvs();
  temp.remove();
});

const install = async (dir = temp.dir, settings = {}): Promise<void> => {
  await installIn(dir, {
    command: command.file,
    settings: { node: process.execPath, ...settings },
  });
};
const script = (path: string, text: string, mode = 0o755): void =>
  temp.write(path, `#!/bin/sh\n${text}\n`, mode);
const commit = (env: Record<string, string | undefined> = {}, cwd = temp.dir) =>
  runGit(cwd, ['commit', '--allow-empty', '-m', 'x'], env);
const called = (): readonly string[] => command.calls().map(({ args }) => args.slice(2).join(' '));
const textOf = (path: string): string => readFileSync(join(temp.root, path), 'utf8');

test('a commit asks pre-commit and commit-msg, with the arguments of git', async () => {
  await install();
  expect(commit().code).toBe(0);
  expect(command.calls().map(({ args }) => args)).toEqual([
    ['hook', 'run', 'pre-commit'],
    ['hook', 'run', 'commit-msg', '.git/COMMIT_EDITMSG'],
  ]);
});

test('a merge asks pre-merge-commit, a push pre-push with its list of refs', async () => {
  await install();
  temp.git('checkout', '-q', '-b', 'side');
  temp.commit('side', { 's.txt': 's\n' });
  temp.git('checkout', '-q', 'main');
  temp.commit('main', { 'm.txt': 'm\n' });
  temp.git('merge', '-q', '--no-edit', 'side');
  expect(called()).toEqual(['pre-merge-commit', 'commit-msg .git/MERGE_MSG']);
  const server = join(temp.root, 'server.git');
  temp.git('init', '-q', '--bare', server);
  temp.git('push', '-q', server, 'main', 'side');
  const push = command.calls().at(-1);
  expect(push?.args).toEqual(['hook', 'run', 'pre-push', server, server]);
  const zero = '0'.repeat(40);
  expect(push?.stdin.split('\n').sort()).toEqual([
    '',
    `refs/heads/main ${temp.head()} refs/heads/main ${zero}`,
    `refs/heads/side ${temp.git('rev-parse', 'side')} refs/heads/side ${zero}`,
  ]);
});

test.each([
  ['a refusal', 1, 1, ''],
  ['a hold', 5, 1, ''],
  ['a fault', 3, 1, 'could not judge (the command ended with status 3), so it refuses'],
  ['a bug', 70, 1, 'could not judge'],
  ['a kill', -9, 1, 'could not judge (the command ended with status 137)'],
  ['an interrupt', 130, 1, 'was interrupted: nothing was changed'],
])('%s stops the commit, and says why', async (_name, status, code, said) => {
  await install();
  const before = temp.head();
  command.endWith(status);
  const end = commit();
  expect(end.code).toBe(code);
  expect(end.said).toContain(said);
  expect(temp.head()).toBe(before);
  expect(called()).toEqual(['pre-commit']);
});

test.each([3, 70, -9])(
  'status %d lets through where the config says so, loudly',
  async (status) => {
    await install(temp.dir, { onFault: 'pass' });
    command.endWith(status);
    const end = commit();
    expect(end.code).toBe(0);
    expect(end.said).toContain('It was let through, because the config says "onFault": "pass".');
    expect(textOf('repo/.git/sallyport/allowed.log')).toContain('"by":"onFault: pass"');
    command.endWith(1);
    expect(commit().code).toBe(1);
  },
);

describe('the command', () => {
  test('is found without a PATH, where it was remembered', async () => {
    await install();
    expect(commit({ PATH: BARE, HOME: undefined }).code).toBe(0);
    expect(called()).toEqual(['pre-commit', 'commit-msg .git/COMMIT_EDITMSG']);
  });

  test('is found in node_modules of the worktree, or of the main one', async () => {
    await install(temp.dir, { command: '/nowhere/sallyport.js' });
    const local = recordingCommand(temp, join(temp.dir, 'node_modules/sallyport/bin/sallyport.js'));
    expect(commit().code).toBe(0);
    expect(local.calls()).toHaveLength(2);
    const linked = join(temp.root, 'linked é');
    temp.git('worktree', 'add', '-q', '-b', 'side', linked);
    expect(commit({ PATH: BARE }, linked).code).toBe(0);
    expect(local.calls()).toHaveLength(4);
    expect(local.calls().at(-1)?.cwd).toBe(linked);
  });

  test('is found on the PATH', async () => {
    await install(temp.dir, { command: null, node: null });
    const bin = join(temp.root, 'bin');
    mkdirSync(bin);
    writeFileSync(
      join(bin, 'sallyport'),
      `#!/bin/sh\nexec "${process.execPath}" "${command.file}" "$@"\n`,
      { mode: 0o755 },
    );
    expect(commit({ PATH: `${bin}:${BARE}` }).code).toBe(0);
    expect(called()).toEqual(['pre-commit', 'commit-msg .git/COMMIT_EDITMSG']);
  });

  test.each([
    ['nvm, the newest', '.nvm/versions/node/v22.1.0/bin', ['.nvm/versions/node/v9.9.0/bin']],
    ['volta', '.volta/bin', []],
    ['fnm', '.local/share/fnm/aliases/default/bin', []],
    ['mise', '.local/share/mise/shims', []],
    ['asdf', '.asdf/shims', []],
  ])('starts by the node of %s', async (_name, folder, older) => {
    await install(temp.dir, { node: '/nowhere/node' });
    const home = join(temp.root, 'home');
    for (const place of older) {
      mkdirSync(join(home, place), { recursive: true });
      writeFileSync(join(home, place, 'node'), '#!/bin/sh\nexit 66\n', { mode: 0o755 });
    }
    mkdirSync(join(home, folder), { recursive: true });
    writeFileSync(
      join(home, folder, 'node'),
      `#!/bin/sh\necho used >"${temp.root}/used"\nexec "${process.execPath}" "$@"\n`,
      { mode: 0o755 },
    );
    expect(commit({ PATH: onlyGit(), HOME: home }).code).toBe(0);
    expect(called()).toEqual(['pre-commit', 'commit-msg .git/COMMIT_EDITMSG']);
    expect(textOf('used')).toBe('used\n');
  });

  test('is missing: refused with the way out, or let through', async () => {
    await install(temp.dir, { command: null, node: null });
    const end = commit({ PATH: onlyGit(), HOME: join(temp.root, 'home') });
    expect(end.code).toBe(1);
    expect(end.said).toContain('the command sallyport was not found');
    expect(end.said).toContain('SALLYPORT=0');
    expect(commit({ PATH: onlyGit(), HOME: undefined, SALLYPORT: '0' }).code).toBe(0);
    await install(temp.dir, { command: null, node: null, onFault: 'pass' });
    expect(commit({ PATH: onlyGit(), HOME: undefined }).code).toBe(0);
  });

  /** A PATH with what git and a hook need, and surely without node. */
  function onlyGit(): string {
    const bin = join(temp.root, 'only');
    mkdirSync(bin, { recursive: true });
    for (const name of ['git', 'sh', 'cat', 'date']) {
      const file = join(bin, name);
      rmSync(file, { force: true });
      writeFileSync(file, `#!/bin/sh\nexec /usr/bin/${name} "$@"\n`, { mode: 0o755 });
    }
    return bin;
  }
});

test('a word for asking whether git runs a hook is not enough to pass it', async () => {
  await install();
  command.endWith(1);
  for (const word of ['0', 'a-b', '../allowed.log', '*', ''])
    expect(commit({ SALLYPORT_PROBE: word }).code).toBe(1);
});

describe('the kill switch', () => {
  test.each(['0', 'off', 'false', 'no'])(
    'SALLYPORT=%s judges nothing, and is on record',
    async (value) => {
      script('.git/hooks/pre-commit', `echo ran >>"${temp.root}/kept"`);
      await install();
      command.endWith(1);
      expect(commit({ SALLYPORT: value }).code).toBe(0);
      expect(called()).toEqual([]);
      expect(textOf('kept')).toBe('ran\n');
      const records = textOf('repo/.git/sallyport/allowed.log').trim().split('\n');
      expect(records.map((line) => (JSON.parse(line) as { what: string }).what)).toEqual([
        'pre-commit',
        'commit-msg',
      ]);
    },
  );

  test.each(['', '1', 'on'])('SALLYPORT=%s switches nothing off', async (value) => {
    await install();
    expect(commit({ SALLYPORT: value }).code).toBe(0);
    expect(called()).toHaveLength(2);
  });
});

describe('a hook that was there', () => {
  test('runs first, and stops the commit by itself', async () => {
    script('.git/hooks/pre-commit', 'exit 7');
    await install();
    expect(commit().code).toBe(1);
    expect(called()).toEqual([]);
  });

  test('of pre-push runs last; both get the arguments and the list of refs', async () => {
    script('.git/hooks/pre-push', `{ echo "$@"; cat; } >"${temp.root}/kept"`);
    await install();
    const server = join(temp.root, 'ser ver.git');
    temp.git('init', '-q', '--bare', server);
    temp.git('push', '-q', server, 'main');
    const line = `refs/heads/main ${temp.head()} refs/heads/main ${'0'.repeat(40)}\n`;
    expect(textOf('kept')).toBe(`${server} ${server}\n${line}`);
    expect(command.calls().map(({ stdin }) => stdin)).toEqual([line]);
    rmSync(join(temp.root, 'kept'));
    command.endWith(1);
    expect(runGit(temp.dir, ['push', server, 'main:other']).code).toBe(1);
    expect(() => textOf('kept')).toThrow(/ENOENT/);
  });

  test('gets an empty list as an empty one', async () => {
    script('.git/hooks/pre-push', `wc -c >"${temp.root}/kept"`);
    await install();
    const server = join(temp.root, 'server.git');
    temp.git('init', '-q', '--bare', server);
    temp.git('push', '-q', server, 'main');
    temp.git('push', '-q', server, 'main');
    expect(textOf('kept').trim()).toBe('0');
    expect(command.calls().at(-1)?.stdin).toBe('');
  });

  test('that looks at its own name and place sees the ones it had', async () => {
    temp.write('.git/hooks/part.sh', `printf '%s %s\\n' "$0" "$1" >"${temp.root}/kept"\n`);
    script('.git/hooks/commit-msg', '. "$(dirname "$0")/part.sh"');
    await install();
    expect(commit().code).toBe(0);
    expect(textOf('kept')).toBe('.git/hooks/commit-msg .git/COMMIT_EDITMSG\n');
  });

  test('in another language, or that asks whether it was sourced, is simply run', async () => {
    temp.write(
      '.git/hooks/pre-commit',
      `#!${process.execPath}\nrequire('fs').writeFileSync(${JSON.stringify(join(temp.root, 'kept'))}, 'node')\n`,
      0o755,
    );
    temp.write(
      '.git/hooks/commit-msg',
      `#!/bin/bash\nif [[ "\${BASH_SOURCE[0]}" == "$0" ]]; then echo main >"${temp.root}/bash"; fi\n`,
      0o755,
    );
    await install();
    expect(commit().code).toBe(0);
    expect([textOf('kept'), textOf('bash')]).toEqual(['node', 'main\n']);
  });

  test('that is not executable does not run, as git would not run it', async () => {
    script('.git/hooks/pre-commit', 'exit 7', 0o644);
    await install();
    expect(commit().code).toBe(0);
  });

  test('may edit the message, which is then what is judged', async () => {
    script('.git/hooks/commit-msg', 'echo edited >"$1"');
    await install();
    expect(commit().code).toBe(0);
    expect(temp.git('log', '-1', '--format=%s')).toBe('edited');
  });
});

test('subfolders, linked worktrees and submodules find their own repository', async () => {
  await install();
  expect(commit({}, join(temp.dir, 'd')).code).toBe(0);
  const linked = join(temp.root, 'lin ked é');
  temp.git('worktree', 'add', '-q', '-b', 'side', linked);
  mkdirSync(join(linked, 'deep'));
  expect(commit({}, join(linked, 'deep')).code).toBe(0);
  expect(command.calls().map(({ cwd }) => cwd)).toEqual([temp.dir, temp.dir, linked, linked]);
  const outer = tempRepo();
  try {
    outer.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', temp.dir, 'sub é');
    const inner = join(outer.dir, 'sub é');
    outer.gitIn(inner, 'config', 'user.name', 'Test User');
    outer.gitIn(inner, 'config', 'user.email', 'test@example.com');
    await installIn(inner, { command: command.file });
    expect(commit({}, inner).code).toBe(0);
    expect(command.calls().at(-1)?.cwd).toBe(inner);
  } finally {
    outer.remove();
  }
});

test('a repository whose path has blanks and other letters', async () => {
  const odd = join(temp.root, 'wei rd $HOME é "x"', 'repo');
  mkdirSync(dirname(odd), { recursive: true });
  temp.git('clone', '-q', temp.dir, odd);
  temp.gitIn(odd, 'config', 'user.name', 'Test User');
  temp.gitIn(odd, 'config', 'user.email', 'test@example.com');
  const there = recordingCommand(temp, join(dirname(odd), 'sally port.js'));
  await installIn(odd, { command: there.file });
  expect(commit({ PATH: BARE }, odd).code).toBe(0);
  expect(there.calls()).toHaveLength(2);
});

test('the folder of the package works as it is, as core.hooksPath', () => {
  const local = recordingCommand(temp, join(temp.dir, 'node_modules/sallyport/bin/sallyport.js'));
  const folder = join(temp.dir, 'node_modules/sallyport/hooks');
  mkdirSync(folder, { recursive: true });
  const shipped = join(import.meta.dirname, '../../../hooks');
  for (const name of ['common.sh', 'pre-commit', 'commit-msg']) {
    copyFileSync(join(shipped, name), join(folder, name));
    chmodSync(join(folder, name), 0o755);
  }
  temp.git('config', 'core.hooksPath', 'node_modules/sallyport/hooks');
  expect(commit().code).toBe(0);
  expect(local.calls().map(({ args }) => args[2])).toEqual(['pre-commit', 'commit-msg']);
});
