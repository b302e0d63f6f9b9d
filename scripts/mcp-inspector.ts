/**
 * Calls the MCP server with the command line of the official inspector, which holds every answer to the schemas that the
 * server advertises. The inspector is large, so it is installed into a temporary folder, or taken from `--inspector DIR`.
 *
 *   npm run build && node scripts/mcp-inspector.ts [--inspector DIR] [--json]
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { scriptOptions } from './script-options.ts';

const VERSION = '2.12.0';
const root = join(import.meta.dirname, '..');

/** One call, and what its output has to be. */
interface Case {
  readonly name: string;
  readonly args: readonly string[];
  readonly isRight: (output: Record<string, unknown>) => boolean;
}

const call = (tool: string, ...input: readonly string[]): readonly string[] => [
  '--method',
  'tools/call',
  '--tool-name',
  tool,
  ...input.flatMap((pair) => ['--tool-arg', pair]),
];
const list = (output: Record<string, unknown>, key: string): number =>
  Array.isArray(output[key]) ? output[key].length : 0;
const structured = (output: Record<string, unknown>): Record<string, unknown> =>
  (output['structuredContent'] ?? {}) as Record<string, unknown>;

const CASES: readonly Case[] = [
  { name: 'tools', args: ['--method', 'tools/list'], isRight: (o) => list(o, 'tools') === 10 },
  { name: 'prompts', args: ['--method', 'prompts/list'], isRight: (o) => list(o, 'prompts') === 2 },
  {
    name: 'resources',
    args: ['--method', 'resources/list'],
    isRight: (o) => list(o, 'resources') > 0,
  },
  { name: 'status', args: call('status'), isRight: (o) => structured(o)['target'] === 'main' },
  {
    name: 'read',
    args: call('read', 'paths=["a.txt"]'),
    isRight: (o) => String(structured(o)['token']).startsWith('r-'),
  },
  {
    name: 'search',
    args: call('search', 'pattern=tw'),
    isRight: (o) => structured(o)['hitCount'] === 1,
  },
  {
    name: 'check',
    args: call('check', 'edits=[{"path":"a.txt","old":"two","new":"TWO"}]'),
    isRight: (o) => structured(o)['verdict'] === 'would-apply',
  },
  {
    name: 'submit',
    args: call('submit', 'edits=[{"path":"a.txt","old":"two","new":"TWO"}]'),
    isRight: (o) => structured(o)['state'] === 'queued',
  },
  {
    name: 'log',
    args: call('log'),
    isRight: (o) => list(structured(o), 'submissions') === 1,
  },
  {
    name: 'a refusal',
    args: call('wait', 'id=00000000'),
    isRight: (o) => o['isError'] === true,
  },
];

const { values } = scriptOptions('usage: npm run inspector -- [--inspector DIR] [--json]', {
  options: { inspector: { type: 'string' }, json: { type: 'boolean', default: false } },
});
const temp = mkdtempSync(join(tmpdir(), 'sallyport-inspector-'));
try {
  const bin = join(values.inspector ?? install(), 'node_modules', '.bin', 'mcp-inspector');
  if (!existsSync(bin)) throw new Error(`there is no inspector at ${bin}`);
  const repo = sampleRepository();
  const results = CASES.map(({ name, args, isRight }) => ({
    name,
    ...run(bin, repo, args, isRight),
  }));
  if (values.json) {
    const rows = results.map(({ name, ok }) => ({
      name,
      value: ok ? 1 : 0,
      unit: 'right',
      target: 1,
      ok,
    }));
    console.log(JSON.stringify(rows, null, 2));
  } else {
    for (const { name, ok, said } of results)
      console.log(`${ok ? 'right' : 'WRONG'}  ${name}${said}`);
  }
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
} finally {
  rmSync(temp, { recursive: true, force: true });
}

/** Installs the inspector apart from this project; the folder. */
function install(): string {
  const dir = join(temp, 'inspector');
  mkdirSync(dir);
  writeFileSync(join(dir, 'package.json'), '{ "private": true }\n');
  const wanted = `@modelcontextprotocol/inspector@${VERSION}`;
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', wanted], {
    cwd: dir,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return dir;
}

function sampleRepository(): string {
  const dir = join(temp, 'repo');
  mkdirSync(dir);
  const git = (...args: readonly string[]): void =>
    void execFileSync(
      'git',
      ['-c', 'user.name=Sample', '-c', 'user.email=s@example.com', ...args],
      {
        cwd: dir,
      },
    );
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Sample');
  git('config', 'user.email', 's@example.com');
  writeFileSync(join(dir, 'a.txt'), 'one\ntwo\nthree\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  return dir;
}

function run(
  bin: string,
  cwd: string,
  args: readonly string[],
  isRight: Case['isRight'],
): { readonly ok: boolean; readonly said: string } {
  const server = [process.execPath, join(root, 'bin', 'sallyport.js'), 'mcp'];
  const end = spawnSync(process.execPath, [bin, '--cli', ...server, ...args], {
    cwd,
    encoding: 'utf8',
    timeout: 120_000,
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: temp,
    },
  });
  try {
    const output = JSON.parse(end.stdout) as Record<string, unknown>;
    return isRight(output) ? { ok: true, said: '' } : { ok: false, said: `\n${end.stdout}` };
  } catch {
    return { ok: false, said: `\n${end.stdout}${end.stderr}` };
  }
}
