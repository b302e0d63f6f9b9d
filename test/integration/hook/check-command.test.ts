import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runProgram } from '../../../src/cli/program.ts';
import { AGENT, personEnv } from '../../support/committing-repo.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

/* The command as a person types it; it changes nothing whatever it finds. */

const SOUND = 'export function f(a: number): number {\n  return a + 1;\n}\n';
const MARKED = `<<<<<<< HEAD\n${SOUND}`;

let repo: TempRepo;
beforeEach(() => {
  repo = tempRepo({
    files: { 'src/f.ts': SOUND, 'README.md': 'hello\n', '.gitignore': 'ignored\n' },
  });
});
afterEach(() => repo.remove());

interface End {
  readonly code: number;
  readonly out: string;
  readonly said: string;
}

async function check(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<End> {
  const written = { out: '', said: '' };
  const into = (key: keyof typeof written): Writable =>
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        written[key] += chunk.toString();
        done();
      },
    });
  const code = await runProgram(['check', ...args], {
    stdin: new PassThrough(),
    stdout: into('out'),
    stderr: into('said'),
    env: personEnv(env),
    cwd: repo.dir,
    signal: new AbortController().signal,
  });
  return { code, ...written };
}

/** Bytes, times and modes of every file of the checkout, the index and the stash. */
function everything(): string {
  const hash = createHash('sha1');
  const visit = (folder: string): void => {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      if (path === join(repo.dir, '.git')) continue;
      const { mode, mtimeMs } = statSync(path);
      hash.update(`${path} ${mode} ${mtimeMs}\n`);
      if (statSync(path).isDirectory()) visit(path);
      else hash.update(readFileSync(path));
    }
  };
  visit(repo.dir);
  const index = join(repo.dir, '.git/index');
  hash.update(readFileSync(index)).update(String(statSync(index).mtimeMs));
  hash.update(existsSync(join(repo.dir, '.git/refs/stash')) ? 'stash' : '');
  hash.update(repo.git('for-each-ref', '--format=%(refname) %(objectname)'));
  return hash.digest('hex');
}

test('what is staged, by place, code and message; nothing is touched', async () => {
  repo.write('src/f.ts', MARKED);
  repo.write('tsconfig.json', '{}\n');
  repo.git('add', '-A');
  repo.write('src/f.ts', 'unstaged\n');
  const before = everything();
  expect(await check(['--staged'])).toEqual({
    code: 1,
    out: [
      'src/f.ts:1: left-over-markers: a marker of a merge or an edit: <<<<<<< HEAD',
      'tsconfig.json: protected-path: protected (rule **/tsconfig*.json) [warning]',
      '',
    ].join('\n'),
    said: '  Settle what it marks and delete the marker\n1 problem stops it, 1 warning in 2 staged files.\n',
  });
  expect(everything()).toBe(before);
});

test('nothing staged, and nothing wrong', async () => {
  expect(await check([])).toEqual({
    code: 0,
    out: '',
    said: 'Nothing is staged; `sallyport check --worktree` looks at the files on disk.\n',
  });
  repo.write('a.txt', 'a\n');
  repo.git('add', '-A');
  expect(await check([])).toEqual({ code: 0, out: '', said: 'Nothing wrong in 1 staged file.\n' });
});

test('the files on disk, new ones included and ignored ones not; nothing is touched', async () => {
  repo.write('src/g.ts', MARKED);
  repo.write('ignored', MARKED);
  repo.write('src/f.ts', `${SOUND}// more\n`);
  repo.git('add', 'src/f.ts');
  repo.write('src/f.ts', MARKED);
  const before = everything();
  const end = await check(['--worktree']);
  expect(end.code).toBe(1);
  expect(end.out.split('\n').filter(Boolean)).toEqual([
    'src/f.ts:1: left-over-markers: a marker of a merge or an edit: <<<<<<< HEAD',
    'src/g.ts:1: left-over-markers: a marker of a merge or an edit: <<<<<<< HEAD',
  ]);
  expect(everything()).toBe(before);
});

test('commits of a range, one by one', async () => {
  const base = repo.head();
  const marked = repo.commit('Marked', { 'src/f.ts': MARKED });
  repo.commit('Mended', { 'src/f.ts': SOUND });
  const agents = repo.commit('Config\n\nCo-authored-by: Claude <noreply@anthropic.com>', {
    'tsconfig.json': '{}\n',
  });
  const end = await check(['--range', `${base}..HEAD`]);
  expect(end.code).toBe(5);
  expect(end.out.split('\n').filter(Boolean)).toEqual([
    `tsconfig.json: protected-path: protected (rule **/tsconfig*.json) (in ${agents.slice(0, 8)})`,
    `src/f.ts:1: left-over-markers: a marker of a merge or an edit: <<<<<<< HEAD (mended since) (in ${marked.slice(0, 8)}) [warning]`,
  ]);
  expect((await check(['--range', `${base}..HEAD`, '--as', 'person'])).code).toBe(0);
  expect((await check(['--range', `${base}..HEAD`, '--as', 'agent'])).code).toBe(1);
});

test('who runs it, or who is named, decides what stops it', async () => {
  repo.write('tsconfig.json', '{}\n');
  repo.git('add', '-A');
  expect((await check([])).code).toBe(0);
  expect((await check([], AGENT)).code).toBe(5);
  expect((await check(['--as', 'agent'])).code).toBe(5);
  expect((await check(['--as', 'person'], AGENT)).code).toBe(0);
  expect((await check([], { SALLYPORT_ALLOW: 'protected-path' })).code).toBe(0);
});

test('what an agent deletes is noted: its message has to name it, and is not known here', async () => {
  repo.git('rm', '-q', 'src/f.ts');
  const note =
    "src/f.ts: undeclared-deletion: deleted: an agent's commit names it in its message, as in `Remove ...` [note]";
  const agents = await check(['--as', 'agent']);
  expect([agents.code, agents.out.trim()]).toEqual([0, note]);
  expect(await check(['--as', 'person'])).toMatchObject({ code: 0, out: '' });
});

test('an agent has its own limits', async () => {
  repo.commit('config', {
    'sallyport.config.json': '{"agents": {"small*": {"lines": 1}}}\n',
  });
  repo.write('README.md', 'a\nb\nc\n');
  repo.git('add', '-A');
  expect((await check(['--as', 'agent:smallest'])).out).toContain('diff-too-large: ');
  expect((await check(['--as', 'agent:large'])).code).toBe(0);
});

test('the result as one document', async () => {
  repo.write('src/f.ts', MARKED);
  repo.git('add', '-A');
  const end = await check(['--json']);
  expect(end.code).toBe(1);
  expect(JSON.parse(end.out)).toEqual({
    outcome: 'rejected',
    subject: {
      kind: 'staged',
      base: repo.head(),
      target: repo.git('write-tree'),
      count: 1,
    },
    findings: [
      {
        code: 'left-over-markers',
        level: 'error',
        path: 'src/f.ts',
        line: 1,
        column: null,
        message: 'a marker of a merge or an edit: <<<<<<< HEAD',
        hint: 'Settle what it marks and delete the marker.',
        needsPerson: false,
        output: null,
        commit: null,
      },
    ],
  });
});

test('SARIF as the standard has it', async () => {
  repo.write('src/f g.ts', 'export const = 1;\n');
  repo.write('tsconfig.json', '{}\n');
  repo.git('add', '-A');
  const end = await check(['--sarif'], { SALLYPORT_ALLOW: 'ast-broken' });
  const log = JSON.parse(end.out) as Sarif;
  expect(log.version).toBe('2.1.0');
  expect(log.runs).toHaveLength(1);
  const [{ tool, results, originalUriBaseIds }] = log.runs;
  expect(tool.driver.name).toBe('sallyport');
  expect(originalUriBaseIds['ROOT']).toBeDefined();
  expect(results.map(({ ruleId, level }) => [ruleId, level])).toEqual([
    ['ast-broken', 'error'],
    ['protected-path', 'warning'],
  ]);
  for (const { ruleId, ruleIndex, message, locations } of results) {
    expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    expect(tool.driver.rules[ruleIndex]?.shortDescription.text).not.toBe('');
    expect(message.text).not.toBe('');
    expect(locations).toHaveLength(1);
  }
  expect(results[0]?.locations[0]?.physicalLocation).toEqual({
    artifactLocation: { uri: 'src/f%20g.ts', uriBaseId: 'ROOT' },
    region: { startLine: 1, startColumn: 14 },
  });
  expect(results[0]?.suppressions).toEqual([
    { kind: 'external', justification: 'A person let it pass this once.' },
  ]);
  expect(results[1]?.locations[0]?.physicalLocation.region).toBeUndefined();
});

interface Sarif {
  readonly version: string;
  readonly runs: readonly [
    {
      readonly tool: {
        readonly driver: {
          readonly name: string;
          readonly rules: readonly {
            readonly id: string;
            readonly shortDescription: { readonly text: string };
          }[];
        };
      };
      readonly originalUriBaseIds: Readonly<Record<string, unknown>>;
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly level: string;
        readonly message: { readonly text: string };
        readonly suppressions?: unknown;
        readonly locations: readonly {
          readonly physicalLocation: {
            readonly artifactLocation: unknown;
            readonly region?: unknown;
          };
        }[];
      }[];
    },
  ];
}

test.each([
  [['--staged', '--worktree'], 'exclude each other'],
  [['--json', '--sarif'], 'two forms of one document'],
  [['--range', 'main'], 'is not of the form A..B'],
  [['--range', 'main...HEAD'], 'is not of the form A..B'],
  [['--range', 'nowhere..HEAD'], 'there is no commit "nowhere" here'],
  [['--range', '--output=x..HEAD'], 'there is no commit'],
  [['--as', 'nobody'], 'is nobody'],
])('a mistake in %j is said in words', async (args, words) => {
  const end = await check(args);
  expect(end.code).toBe(2);
  expect(end.said).toContain(words);
  expect(end.said.split('\n').length).toBeGreaterThan(2);
});

test('paths that are in conflict are not looked at, and that is said', async () => {
  repo.git('checkout', '-q', '-b', 'side');
  repo.commit('side', { 'src/f.ts': `${SOUND}// side\n` });
  repo.git('checkout', '-q', 'main');
  repo.commit('main', { 'src/f.ts': `${SOUND}// main\n` });
  repo.tryGit('merge', 'side');
  const end = await check(['--staged']);
  expect(end.out).toContain('src/f.ts: not-merged: ');
  expect(end.code).toBe(0);
});
