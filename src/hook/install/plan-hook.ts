import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { shimText } from '../shim.ts';
import type { HookName } from '../hook-names.ts';
import { hookFileAt, shellForName, type HookTool } from './hook-file.ts';
import type { HookStep } from './hook-step.ts';

/** What the installation makes of one hook of one folder. */
export interface HookPlan {
  readonly name: HookName;
  readonly path: string;
  /** `elsewhere`: something that stands there runs ours already. */
  readonly does: 'install' | 'update' | 'nothing' | 'remove' | 'elsewhere';
  readonly steps: readonly HookStep[];
  /** The earlier hook that ours runs; null where there is none. */
  readonly kept: { readonly path: string; readonly tool: HookTool; readonly runs: boolean } | null;
  /** The shell that has to read the kept hook under its old name; see `shellForName`. */
  readonly keptShell: 'sh' | 'bash' | null;
}

/** Where an earlier hook is kept. */
export const keptPath = (path: string): string => `${path}.sallyport-kept`;

/**
 * Plans one hook. Whatever somebody else put there is kept beside it and run; so is what replaced ours since. `isWanted`
 * false: ours goes, and what was kept comes back.
 */
export function planHook(
  folder: string,
  name: HookName,
  {
    isWanted,
    isCalledBy,
  }: {
    readonly isWanted: boolean;
    /** Whether a tool's own config runs ours for this hook. */
    readonly isCalledBy: (tool: HookTool) => boolean;
  },
): HookPlan {
  const path = join(folder, name);
  if (!isWanted) return planRemoval(path, name);
  const text = shimText(name);
  const found = hookFileAt(path);
  const swept = sweepOld(path);
  const plan = { name, path, steps: swept, kept: null, keptShell: null } as const;

  if (found.kind === 'foreign') {
    const legacy = `${path}.legacy`;
    const moved = hookFileAt(legacy);
    if (found.tool === 'pre-commit' && moved.kind === 'ours') {
      const write: HookStep[] = moved.text === text ? [] : [{ kind: 'write', path: legacy, text }];
      return { ...plan, ...keptAt(path), does: 'elsewhere', steps: [...swept, ...write] };
    }
    if (isCalledBy(found.tool) || callsUs(found.text, name)) return { ...plan, does: 'elsewhere' };
    const kept = keptPath(path);
    const aside: HookStep[] =
      isThere(kept) && !isSameFile(path, kept)
        ? [{ kind: 'move', from: kept, to: freePath(kept) }]
        : [];
    const keep: HookStep[] =
      isThere(kept) && aside.length === 0 ? [] : [{ kind: 'keep', path, kept }];
    return {
      ...plan,
      does: 'install',
      steps: [...swept, ...aside, ...keep, { kind: 'write', path, text }],
      kept: { path: kept, tool: found.tool, runs: found.isExecutable },
      keptShell: shellForName(found.text),
    };
  }
  const isRight = found.kind === 'ours' && found.text === text && found.isExecutable;
  return {
    ...plan,
    ...keptAt(path),
    does: isRight ? 'nothing' : found.kind === 'ours' ? 'update' : 'install',
    steps: isRight ? swept : [...swept, { kind: 'write', path, text }],
  };
}

/** What puts a hook back as it was: the kept one returns to where ours stands; ours alone goes. */
export function planRemoval(path: string, name: HookName): HookPlan {
  const steps: HookStep[] = [...sweepOld(path)];
  const kept = keptPath(path);
  for (const place of [path, `${path}.legacy`]) {
    if (hookFileAt(place).kind !== 'ours') continue;
    const isBack = steps.some((step) => step.kind === 'move');
    if (meetsItself(path, kept, place)) {
      steps.push({ kind: 'remove', path: place });
      if (textAt(kept) === textAt(path)) steps.push({ kind: 'remove', path: kept });
    } else if (isThere(kept) && !isBack) steps.push({ kind: 'move', from: kept, to: place });
    else steps.push({ kind: 'remove', path: place });
  }
  // Ours was taken away by hand, and nothing stands in the kept one's place.
  if (isThere(kept) && !isThere(path) && steps.length === 0)
    steps.push({ kind: 'move', from: kept, to: path });
  const does = steps.length === 0 ? 'nothing' : 'remove';
  return { name, path, does, steps, kept: null, keptShell: null };
}

/** The pre-commit framework stands in front again, and must not find itself as the earlier hook. */
function meetsItself(path: string, kept: string, place: string): boolean {
  const isFramework = (at: string): boolean => {
    const found = hookFileAt(at);
    return found.kind === 'foreign' && found.tool === 'pre-commit';
  };
  return place !== path && isFramework(path) && isFramework(kept);
}

function textAt(path: string): string {
  const found = hookFileAt(path);
  return found.kind === 'none' ? '' : found.text;
}

/** lefthook moves what it finds to `.old`, and stops where there is one already: ours must not be in its way. */
function sweepOld(path: string): readonly HookStep[] {
  const old = `${path}.old`;
  return hookFileAt(old).kind === 'ours' ? [{ kind: 'remove', path: old }] : [];
}

function keptAt(path: string): Pick<HookPlan, 'kept' | 'keptShell'> {
  const kept = keptPath(path);
  const found = hookFileAt(kept);
  if (found.kind !== 'foreign') return { kept: null, keptShell: null };
  return {
    kept: { path: kept, tool: found.tool, runs: found.isExecutable },
    keptShell: shellForName(found.text),
  };
}

/** Whether a hook that somebody wrote runs ours by itself. */
const callsUs = (text: string, name: HookName): boolean =>
  text
    .split('\n')
    .some((line) => !/^\s*#/.test(line) && line.includes(`sallyport hook run ${name}`));

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** The same file under two names: a keeping that was interrupted. */
function isSameFile(left: string, right: string): boolean {
  const [a, b] = [left, right].map((path) => lstatSync(path, { throwIfNoEntry: false }));
  if (a === undefined || b === undefined) return false;
  if (a.isSymbolicLink() && b.isSymbolicLink()) return readlinkSync(left) === readlinkSync(right);
  return a.ino === b.ino && a.dev === b.dev && a.ino !== 0;
}

function freePath(path: string): string {
  let count = 1;
  while (existsSync(`${path}-${count}`)) count += 1;
  return `${path}-${count}`;
}
