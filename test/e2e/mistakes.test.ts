import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replaceBlock, sallyport, startDaemon, until } from '../support/sallyport-command.ts';
import { tempRepo, type TempRepo, type TempRepoOptions } from '../support/temp-repo.ts';

/** Runs a command that must fail with a message and no stack. */
async function mistake(
  repo: TempRepo,
  args: readonly string[],
  options: Parameters<typeof sallyport>[2] = {},
): Promise<{ readonly code: number | null; readonly text: string }> {
  const { code, stderr } = await sallyport(repo, args, options);
  expect(stderr).not.toMatch(/\n\s+at |Error:/);
  return { code, text: stderr };
}

const using = async (
  options: TempRepoOptions,
  body: (repo: TempRepo) => Promise<void>,
): Promise<void> => {
  using repo = tempRepo(options);
  await body(repo);
};

describe('a mistake gets a message that names the thing and what to do, never a stack', () => {
  test('no repository', () =>
    using({}, async (repo) => {
      const { code, text } = await mistake(repo, ['status'], { cwd: repo.root });
      expect(code).toBe(2);
      expect(text).toContain(repo.root);
      expect(text).toMatch(/git init|repository/i);
    }));

  test('a folder that does not exist', () =>
    using({}, async (repo) => {
      const { code, text } = await mistake(repo, ['status', '--repo', '/no/such/folder']);
      expect([code, text]).toEqual([2, expect.stringContaining('/no/such/folder')]);
    }));

  test('a bare repository', () =>
    using({}, async (repo) => {
      repo.gitIn(repo.root, 'init', '-q', '--bare', 'bare.git');
      const { code, text } = await mistake(repo, ['start'], { cwd: join(repo.root, 'bare.git') });
      expect([code, text]).toEqual([2, expect.stringContaining('bare')]);
    }));

  test('a detached HEAD without a target', () =>
    using({}, async (repo) => {
      repo.git('checkout', '-q', '--detach');
      const { code, text } = await mistake(repo, ['start']);
      expect([code, text]).toEqual([2, expect.stringContaining('HEAD is detached')]);
      expect(text).toContain('"target"');
    }));

  test('no git identity', () =>
    using({}, async (repo) => {
      repo.git('config', '--unset', 'user.name');
      repo.git('config', '--unset', 'user.email');
      const { code, text } = await mistake(repo, ['start']);
      expect(code).toBe(2);
      expect(text).toContain('git config user.name');
    }));

  test('a daemon that runs already', () =>
    using({}, async (repo) => {
      const daemon = await startDaemon(repo);
      try {
        const { code, text } = await mistake(repo, ['start']);
        expect(code).toBe(3);
        expect(text).toContain(String(daemon.child.pid));
        expect(text).toContain('sallyport stop');
      } finally {
        await daemon.stop();
      }
    }));

  test('a broken config: the place, what is there, what may be', () =>
    using(
      {
        files: {
          'sallyport.config.json':
            '{\n  "limits": { "file": 3 },\n  "gates": [{ "name": "t", "run": "a && b" }]\n}\n',
        },
      },
      async (repo) => {
        const { code, text } = await mistake(repo, ['start']);
        expect(code).toBe(2);
        expect(text).toMatch(/sallyport\.config\.json.*:2:\d+: limits/);
        expect(text).toContain('files');
        const validate = await mistake(repo, ['config', 'validate']);
        expect(validate.code).toBe(2);
      },
    ));

  test('an inbox that holds files of the project, which would be taken away', () =>
    using(
      { files: { 'src/a.ts': 'a\n', 'sallyport.config.json': '{"inbox": "src"}\n' } },
      async (repo) => {
        const { code, text } = await mistake(repo, ['start']);
        expect([code, text]).toEqual([2, expect.stringContaining('src/a.ts')]);
        expect(repo.status()).toEqual([]);
      },
    ));

  test('a config that is not committed is not in force, and that is said', () =>
    using({}, async (repo) => {
      repo.write('sallyport.config.json', '{ "gates": [{ "name": "t", "run": "true" }] }\n');
      const status = await sallyport(repo, ['status']);
      expect(status.stdout).toMatch(/sallyport\.config\.json in the checkout differs.*commit it/);
      const daemon = await startDaemon(repo);
      await until(
        () => daemon.output().stderr.includes('commit it to put it in force'),
        'the daemon says so',
      );
      await daemon.stop();
    }));

  test('unknown commands, options, ids and codes', () =>
    using({}, async (repo) => {
      expect(await mistake(repo, ['statsu'])).toEqual({
        code: 2,
        text: expect.stringContaining('Did you mean status?'),
      });
      expect(await mistake(repo, ['status', '--jsno'])).toEqual({
        code: 2,
        text: expect.stringContaining('`sallyport status --help` shows its options'),
      });
      expect(await mistake(repo, ['--repo', repo.dir, 'status'])).toEqual({
        code: 2,
        text: expect.stringContaining('Options stand after the command'),
      });
      expect(await mistake(repo, ['show', 'zzzz'])).toEqual({
        code: 2,
        text: expect.stringContaining('sallyport log'),
      });
      expect(await mistake(repo, ['explain', 'nonsense'])).toEqual({
        code: 2,
        text: expect.stringContaining('stale-anchor'),
      });
      expect(await mistake(repo, ['submit', 'missing.md'])).toEqual({
        code: 2,
        text: expect.stringMatching(
          /^sallyport: cannot read the response: there is no missing\.md\n/,
        ),
      });
      expect(await mistake(repo, ['apply', '.'])).toEqual({
        code: 2,
        text: expect.stringMatching(/^sallyport: cannot read the response: \. is a folder\n/),
      });
      expect(await mistake(repo, ['wait', 'zzzz', '--timeout', 'soon'])).toMatchObject({ code: 2 });
      expect(await mistake(repo, ['stop'])).toMatchObject({ code: 4 });
    }));

  test('a state folder that is a file', () =>
    using({}, async (repo) => {
      rmSync(join(repo.dir, '.git', 'sallyport'), { recursive: true, force: true });
      writeFileSync(join(repo.dir, '.git', 'sallyport'), 'not a folder');
      const { code, text } = await mistake(repo, ['status']);
      expect(code).toBeGreaterThan(1);
      expect(text).toContain('sallyport');
    }));

  test('a folder of the state that is a file', () =>
    using({ files: { 'a.txt': 'one\n' } }, async (repo) => {
      mkdirSync(join(repo.dir, '.git', 'sallyport'), { recursive: true });
      writeFileSync(join(repo.dir, '.git', 'sallyport', 'asides'), '');
      const input = replaceBlock('a.txt', 'one', 'ONE');
      const { code, text } = await mistake(repo, ['apply', '-'], { input });
      expect([code, text]).toEqual([3, expect.stringContaining('asides')]);
      expect(text).not.toContain('bug');
      expect(repo.status()).toEqual([]);
    }));

  test('with --json the mistake is a document too', () =>
    using({}, async (repo) => {
      for (const args of [['show', 'zzzz'], ['shwo'], ['show'], ['status', '--nope']]) {
        const { code, stdout } = await sallyport(repo, [...args, '--json']);
        expect(code).toBe(2);
        expect(JSON.parse(stdout)).toEqual({
          error: {
            code: 'usage',
            message: expect.any(String) as string,
            hint: expect.any(String) as string,
          },
        });
      }
    }));
});

describe('only a person may decide', () => {
  test('an agent that says --yes is refused, and told whom to ask', () =>
    using({ files: { 'package-lock.json': '{}\n' } }, async (repo) => {
      mkdirSync(join(repo.dir, '.sallyport'), { recursive: true });
      const daemon = await startDaemon(repo);
      const submitted = await sallyport(repo, ['submit', '--wait', '-'], {
        input: replaceBlock('package-lock.json', '{}', '{ "a": 1 }'),
      });
      expect(submitted.code).toBe(5);
      const id = /^([0-9a-z]{8}) /m.exec(submitted.stdout)?.[1] ?? '';
      const agent = await mistake(repo, ['approve', id, '--yes'], { env: { CLAUDECODE: '1' } });
      expect(agent).toEqual({ code: 2, text: expect.stringContaining('CLAUDECODE') });
      const nobody = await mistake(repo, ['approve', id]);
      expect(nobody).toEqual({ code: 2, text: expect.stringContaining('--yes') });
      const person = await sallyport(repo, ['approve', id, '--yes', '-m', 'reviewed']);
      expect(person.code).toBe(0);
      const waited = await sallyport(repo, ['wait', id, '--json']);
      expect(waited.code).toBe(0);
      expect(JSON.parse(waited.stdout)).toMatchObject({
        outcome: 'landed',
        approvals: [{ comment: 'reviewed', reasons: ['protected-path'], by: { kind: 'person' } }],
      });
      await daemon.stop();
    }));
});
