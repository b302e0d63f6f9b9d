/**
 * The graph of imports of a project: built from nothing, after one commit, and the question that planning asks of it.
 * The baseline reads the same blobs and resolves nothing.
 *
 *   node scripts/bench/graph.ts [--files N] [--json]
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { asOid, type Oid } from '../../src/core/model/ids.ts';
import type { Patch } from '../../src/core/model/patch.ts';
import { parseRepoPath } from '../../src/core/model/repo-path.ts';
import { DependencyGraphs } from '../../src/gates/graph/dependency-graphs.ts';
import { measureRadius } from '../../src/gates/graph/measure-radius.ts';
import { closeRepository, objectsOf, openRepository } from '../../src/git/repository.ts';
import { listTree } from '../../src/git/snapshot.ts';
import { scriptOptions } from '../script-options.ts';

const { values } = scriptOptions(
  'usage: node scripts/bench/graph.ts [--files N, at least 100] [--json]',
  {
    options: {
      json: { type: 'boolean', default: false },
      files: { type: 'string', default: '5000' },
    },
  },
);
const FILES = Math.max(100, Number(values.files));
/** Far beyond what is measured: a build that takes this long has failed. */
const PATIENCE_MS = 10 * 60_000;

const environment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
const dir = realpathSync(mkdtempSync(join(tmpdir(), 'sallyport-graph-')));
const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-C', dir, ...args], { encoding: 'utf8', env: environment }).trim();

function write(path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

const pathOf = (at: number): string => `src/area${Math.floor(at / 50)}/module${at}.ts`;

/** A module of some hundred lines that imports five of those before it. */
function moduleText(at: number): string {
  const targets = [1, 2, 7, 31, 50].map((step) => at - step).filter((each) => each >= 0);
  const imports = targets.map(
    (each) => `import { value${each} } from '@/area${Math.floor(each / 50)}/module${each}.ts';`,
  );
  const body = Array.from(
    { length: 100 },
    (_, line) => `  total += ${line} * (options.scale ?? 1); // step ${line}`,
  );
  return [
    ...imports,
    `export interface Options${at} { readonly scale?: number }`,
    `export function value${at}(options: Options${at} = {}): number {`,
    `  let total = ${targets.map((each) => `value${each}()`).join(' + ') || '0'};`,
    ...body,
    '  return total;',
    '}',
    '',
  ].join('\n');
}

const clock = async <T>(run: () => Promise<T>): Promise<{ ms: number; result: T }> => {
  const start = performance.now();
  const result = await run();
  return { ms: performance.now() - start, result };
};

try {
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Bench');
  git('config', 'user.email', 'bench@example.com');
  write('tsconfig.json', '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}');
  for (let at = 0; at < FILES; at += 1) write(pathOf(at), moduleText(at));
  git('add', '-A');
  git('commit', '-q', '-m', 'first');
  const repo = await openRepository(dir, environment);
  const graphs = new DependencyGraphs(repo, { patienceMs: PATIENCE_MS, maxFiles: Infinity });

  const patchAt = (base: Oid, at: number): Patch => {
    const path = parseRepoPath(pathOf(at));
    if (!path.ok) throw new TypeError(path.error);
    const before = { bytes: Buffer.from(moduleText(at)), mode: '100644' } as const;
    const text = moduleText(at).replace('scale?: number', 'scale?: string');
    const after = { ...before, bytes: Buffer.from(text) };
    const change = { path: path.value, before, after, regions: [], blocks: [1] };
    return { base, changes: [{ ...change, isWhole: true, isDeclaredDeletion: false }] };
  };
  const ask = async (at: number) => {
    const base = asOid(git('rev-parse', 'HEAD'));
    const tree = await listTree(repo, base);
    const { ms, result } = await clock(() => measureRadius(graphs, patchAt(base, at), tree));
    if (result.kind !== 'measured') throw new Error(result.note.text);
    return { ms, dependents: result.radius.dependents.length };
  };

  const tree = await listTree(repo, asOid(git('rev-parse', 'HEAD')));
  const read = await clock(async () => {
    for (const { oid } of tree) await objectsOf(repo).read(oid);
  });
  const cold = await ask(FILES - 60);
  const again = await ask(FILES - 60);
  write(pathOf(3), moduleText(3).replace('step 5', 'step five'));
  git('commit', '-qam', 'second');
  const changed = await ask(FILES - 60);
  const all = await ask(0);
  await graphs.close();
  await closeRepository(repo);

  const line = (name: string, value: number, target: number | null) => ({
    name: `graph, ${FILES} files: ${name}`,
    value: Math.round(value * 10) / 10,
    unit: 'ms',
    target,
    ok: target === null || value <= target,
  });
  const lines = [
    line('reading the blobs alone (baseline)', read.ms, null),
    line('built from nothing, in the background', cold.ms, 15_000),
    line('asked again', again.ms, 50),
    line('after one commit', changed.ms, 1000),
    line(`all ${all.dependents} dependents of the lowest file`, all.ms, 100),
  ];
  if (values.json) console.log(JSON.stringify(lines, null, 2));
  else
    for (const { name, value, target, ok } of lines)
      console.log(
        `${ok ? 'ok  ' : 'MISS'} ${name}: ${value} ms${target === null ? '' : ` (target ${target})`}`,
      );
} finally {
  rmSync(dir, { recursive: true, force: true });
}
