import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { agentVariables } from '../../src/exec/agent-environment.ts';
import { tempRepo, type TempRepo } from '../../test/support/temp-repo.ts';
import { atMost, shown, type BenchGroup, type BenchLine } from './bench-group.ts';
import { compareByClock, median, wallMs } from './measure.ts';

const root = join(import.meta.dirname, '..', '..');
const LAUNCHER = join(root, 'bin', 'sallyport.js');
const BUNDLE = join(root, 'dist', 'bundle', 'hook.cjs');
const LINT_STAGED = join(
  dirname(createRequire(import.meta.url).resolve('lint-staged/package.json')),
  'bin',
  'lint-staged.js',
);

const FEW = 10;
const MANY = 1000;

/** A source file of some forty lines. */
const source = (at: number, salt: number): string =>
  [
    `import { value${(at + 1) % MANY} } from '../m${(at + 1) % 40}/f${(at + 1) % MANY}.ts';`,
    '',
    '/** Adds two numbers and weighs the sum. */',
    ...Array.from({ length: 8 }, (_, part) =>
      [
        `export function weigh${at}x${part}(a: number, b: number): number {`,
        `  const sum = a + b + ${part === 3 ? salt : part};`,
        `  return sum * value${(at + 1) % MANY};`,
        '}',
        '',
      ].join('\n'),
    ),
    `export const value${at} = ${at};`,
    '',
  ].join('\n');

const pathOf = (at: number): string => `src/m${at % 40}/f${at}.ts`;

/** A repository of packed history, with so many changed files staged as `git commit` leaves them for its hook. */
function staged(count: number): TempRepo {
  const repo = tempRepo({ files: { 'package.json': '{ "lint-staged": { "*": "true" } }\n' } });
  for (let at = 0; at < MANY; at += 1) repo.write(pathOf(at), source(at, 3));
  repo.commit('files');
  repo.git('gc', '-q');
  for (let at = 0; at < count; at += 1) repo.write(pathOf(at), source(at, 300));
  repo.git('add', '-A');
  repo.git('write-tree');
  return repo;
}

/** A person's environment with a home of its own, for both alike. */
function environment(repo: TempRepo): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, HOME: join(repo.root, 'home') };
  for (const name of agentVariables(env)) delete env[name];
  return env;
}

function run(repo: TempRepo, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: repo.dir,
    env: environment(repo),
    stdio: 'ignore',
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args.join(' ')} ended with ${String(code)}`)),
    );
  });
}

/** The runtime's flags that the installed hooks give. */
function flagsOfShim(): readonly string[] {
  const shim = readFileSync(join(root, 'hooks', 'common.sh'), 'utf8');
  const [, flags] = /"\$sp_node" (.*) "\$sp_js" hook run/.exec(shim) ?? [];
  if (flags === undefined) throw new Error('hooks/common.sh starts no hook');
  return flags.split(' ');
}

const hook = (repo: TempRepo): Promise<void> =>
  run(repo, [...flagsOfShim(), LAUNCHER, 'hook', 'run', 'pre-commit']);
const lintStaged = (repo: TempRepo): Promise<void> => run(repo, [LINT_STAGED, '--quiet']);

/** Each has a repository of its own: what one leaves in git's index and object store is no business of the other's. */
async function against(count: number, rounds: number): Promise<readonly BenchLine[]> {
  const own = staged(count);
  const theirs = staged(count);
  try {
    // The first run of either fills its caches.
    await hook(own);
    await lintStaged(theirs);
    const { ratio, work, base } = await compareByClock(
      () => hook(own),
      () => lintStaged(theirs),
      rounds,
    );
    const name = `${count} staged files, pre-commit over lint-staged with a no-op command`;
    return [
      count === FEW ? atMost(name, ratio, { unit: 'x', target: 0.4 }) : shown(name, ratio, 'x'),
      shown(`${count} staged files, pre-commit`, work, 'ms'),
      shown(`${count} staged files, lint-staged with a no-op command`, base, 'ms'),
    ];
  } finally {
    own.remove();
    theirs.remove();
  }
}

/** What a hook takes that has less and less to do: the differences are where the time of the whole goes. */
async function coldStart(rounds: number): Promise<readonly BenchLine[]> {
  const nothing = tempRepo();
  const texts = tempRepo();
  const sources = staged(FEW);
  for (let at = 0; at < FEW; at += 1) texts.write(`t${at}.txt`, source(at, 3));
  texts.git('add', '-A');
  texts.git('write-tree');
  const steps: readonly (readonly [name: string, work: () => Promise<void>])[] = [
    ['the runtime alone', () => run(nothing, ['-e', '0'])],
    ['pre-commit, nothing staged', () => hook(nothing)],
    [`pre-commit, ${FEW} text files`, () => hook(texts)],
    [`pre-commit, ${FEW} TypeScript files`, () => hook(sources)],
  ];
  try {
    for (const [, work] of steps) await work();
    const times = steps.map((): number[] => []);
    for (let round = 0; round < rounds; round += 1)
      for (const [at, [, work]] of steps.entries()) times[at]?.push(await wallMs(work));
    return steps.map(([name], at) => shown(`cold start: ${name}`, median(times[at] ?? []), 'ms'));
  } finally {
    for (const repo of [nothing, texts, sources]) repo.remove();
  }
}

/** What a commit costs with our hook, beside the best known tool doing nothing. */
export const hookGroup: BenchGroup = {
  name: 'hook',
  about: 'pre-commit against lint-staged, and its cold start',
  isOptional: false,
  run: async ({ say }) => {
    if (!existsSync(BUNDLE)) throw new Error('not built: run `npm run build` first');
    say('10 staged files ...');
    const few = await against(FEW, 21);
    say('1,000 staged files ...');
    const many = await against(MANY, 9);
    say('cold start ...');
    return [...few, ...many, ...(await coldStart(15))];
  },
};
