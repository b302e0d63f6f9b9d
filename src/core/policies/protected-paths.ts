import { Minimatch } from 'minimatch';
import { foldersOf } from '../apply/tree-index.ts';
import type { FileChange } from '../model/patch.ts';
import type { Hold, Rejection } from '../model/rejection.ts';
import { findings } from './findings.ts';
import { manifestKeys } from './manifest-keys.ts';
import type { Policy, ProtectedRule } from './policy.ts';

/** Changes to paths that a rule protects are held, or refused where a rule says so. */
export const protectedPaths: Policy = {
  name: 'protected-paths',
  judge({ patch, protectedRules }) {
    const rejections: Rejection[] = [];
    const holds: Hold[] = [];
    for (const change of patch.changes) {
      const finding = judgeChange(change, protectedRules);
      if (finding === null) continue;
      if (finding.action === 'reject') rejections.push(finding.refusal);
      else holds.push(finding.refusal);
    }
    return findings({ rejections, holds });
  },
};

interface Finding {
  readonly action: ProtectedRule['action'];
  readonly refusal: Rejection & Hold;
}

/** The strictest rule that the change meets, under its new or its old name. */
function judgeChange(change: FileChange, rules: readonly ProtectedRule[]): Finding | null {
  const names = change.from === undefined ? [change.path] : [change.path, change.from];
  const met = rules.filter((rule) => names.some((name) => protects(name, rule.glob)));
  const rule =
    met.find(({ action, keys }) => action === 'reject' && keys === undefined) ??
    met.find(({ keys }) => keys === undefined);
  const code = 'protected-path';
  if (rule !== undefined)
    return {
      action: rule.action,
      refusal: { code, path: change.path, reason: 'path', facts: { glob: rule.glob } },
    };
  const keyed = met.find(({ action }) => action === 'reject') ?? met[0];
  if (keyed === undefined) return null;
  const { commands, dependencies } = manifestKeys(change);
  const keys = [...commands, ...dependencies];
  if (keys.length === 0) return null;
  const reason = commands.length > 0 ? 'command-keys' : 'dependency-keys';
  return { action: keyed.action, refusal: { code, path: change.path, reason, facts: { keys } } };
}

/** Whether the glob matches the path or, as in `.gitignore`, a folder that it lies in: `/src`, `src/` and `/src/**`. */
function protects(path: string, glob: string): boolean {
  if (!mayMatch(path, glob)) return false;
  const isFolder = glob.endsWith('/');
  const bare = isFolder ? glob.replace(/\/+$/, '') : glob;
  if (bare === '') return isFolder;
  return [...foldersOf(path), ...(isFolder ? [] : [path])].some((part) => matches(part, bare));
}

/** What stands between the wild cards of a glob, lower case; empty where that cannot be told in short. */
const LITERALS = new Map<string, readonly string[]>();

/** Whether a path holds all that a glob spells out: most do not, and then the glob need not be compiled. */
function mayMatch(path: string, glob: string): boolean {
  let literals = LITERALS.get(glob);
  if (literals === undefined) {
    literals = /^[\w./* -]+$/.test(glob)
      ? glob
          .toLowerCase()
          .split(/[*/]+/)
          .filter((part) => part !== '')
      : [];
    LITERALS.set(glob, literals);
  }
  if (literals.length === 0) return true;
  const folded = path.toLowerCase();
  return literals.every((part) => folded.includes(part));
}

/** Compiled globs: rules are few and the same ones judge every patch. */
const COMPILED = new Map<string, Minimatch>();

/** Globs as `.gitignore` reads them: without a slash they match a name in any folder. Case does not count. */
export function matches(path: string, glob: string): boolean {
  let compiled = COMPILED.get(glob);
  if (compiled === undefined) {
    compiled = new Minimatch(glob.startsWith('/') ? glob.slice(1) : glob, {
      dot: true,
      matchBase: !glob.includes('/'),
      nocase: true,
      nocomment: true,
      nonegate: true,
      braceExpandMax: 100,
    });
    COMPILED.set(glob, compiled);
  }
  return compiled.match(path);
}
