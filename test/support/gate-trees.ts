import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { GateConfig } from '../../src/config/config.ts';
import { DEFAULT_CONFIG } from '../../src/config/defaults.ts';
import { parseConfig } from '../../src/config/parse-config.ts';
import { asOid } from '../../src/core/model/ids.ts';
import { gateEnvironment } from '../../src/exec/environment.ts';
import { rememberBaseRuns } from '../../src/gates/base-runs.ts';
import { usageBounds } from '../../src/gates/usage-bounds.ts';
import type { GateTree } from '../../src/gates/gate-tree.ts';
import type { GatesRequest } from '../../src/gates/run-gates.ts';

/** The files of a tree: path to content. */
export type Files = Readonly<Record<string, string>>;

/** Two real folders that stand for a checked-out base and candidate, and a folder beside them for what outlives a run. */
export interface GateTrees extends Disposable {
  readonly beside: string;
  readonly base: GateTree;
  readonly candidate: GateTree;
  /** How often the base was opened. */
  readonly opened: () => number;
  readonly request: (gates: readonly object[], more?: Partial<GatesRequest>) => GatesRequest;
}

export function gateTrees(baseFiles: Files, candidateFiles: Files): GateTrees {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gates-')));
  const base = plant(join(root, 'base'), baseFiles, 'a');
  const candidate = plant(join(root, 'candidate'), candidateFiles, 'b');
  const beside = join(root, 'beside');
  mkdirSync(beside);
  let opened = 0;
  const filesOf = new Map([
    [base.path, baseFiles],
    [candidate.path, candidateFiles],
  ]);
  return {
    beside,
    base,
    candidate,
    opened: () => opened,
    request: (gates, more = {}) => ({
      gates: configured(gates),
      occasion: 'landing',
      changed: changes(baseFiles, candidateFiles),
      candidate,
      base: {
        commit: base.commit,
        tree: base.tree,
        open: () => {
          opened += 1;
          return Promise.resolve(base);
        },
      },
      baseRuns: rememberBaseRuns(100),
      restore: (tree) => Promise.resolve(rewrite(tree.path, filesOf.get(tree.path) ?? {})),
      env: { ...gateEnvironment(process.env, []), BESIDE: beside },
      toolchain: 'test',
      sandbox: null,
      bounds: usageBounds(DEFAULT_CONFIG),
      ...more,
    }),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

function plant(path: string, files: Files, digit: string): GateTree {
  mkdirSync(path);
  rewrite(path, files);
  return {
    path,
    commit: asOid(digit.repeat(40)),
    tree: asOid(`${digit}0`.repeat(20)),
    prime: { status: 'nothing-to-prime', detail: '' },
    readOnly: [],
    hidden: [],
  };
}

/** Writes what differs, and names it. */
function rewrite(path: string, files: Files): readonly string[] {
  return Object.entries(files).flatMap(([name, content]) => {
    const file = join(path, name);
    if (currentContent(file) === content) return [];
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { mode: 0o755 });
    return [name];
  });
}

function currentContent(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function changes(before: Files, after: Files): GatesRequest['changed'] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return paths
    .filter((path) => before[path] !== after[path])
    .map((path) => ({ path, change: changeOf(before[path], after[path]) }));
}

function changeOf(before?: string, after?: string): 'added' | 'deleted' | 'modified' {
  if (before === undefined) return 'added';
  return after === undefined ? 'deleted' : 'modified';
}

/** Gates as people write them, through the config's own checks. */
export function configured(gates: readonly object[]): readonly GateConfig[] {
  const parsed = parseConfig(JSON.stringify({ gates }));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value.gates;
}
