import type { FileChange, FileSide } from '../model/patch.ts';

/** Keys of a package manifest that name commands or configure what runs them. */
const COMMAND_KEYS: ReadonlySet<string> = new Set([
  'scripts',
  'jest',
  'vitest',
  'mocha',
  'ava',
  'tap',
  'nyc',
  'c8',
  'eslintConfig',
  'eslintIgnore',
  'prettier',
  'stylelint',
  'babel',
  'xo',
  'standard',
  'tsd',
  'husky',
  'lint-staged',
  'simple-git-hooks',
  'pre-commit',
  'commitlint',
  'config',
  'wireit',
  'nx',
  'turbo',
  'workspaces',
  'packageManager',
  'devEngines',
  'allowScripts',
]);

/** Keys that decide what is installed: they go together with the lock file. */
const DEPENDENCY_KEYS: ReadonlySet<string> = new Set([
  'dependencies',
  'devDependencies',
  'peerDependencies',
  'peerDependenciesMeta',
  'optionalDependencies',
  'bundleDependencies',
  'bundledDependencies',
  'dependenciesMeta',
  'overrides',
  'resolutions',
  'pnpm',
  'trustedDependencies',
]);

/** Protected keys that a change to a package manifest touches. A manifest that cannot be read counts as all of them. */
export interface ManifestKeys {
  readonly commands: readonly string[];
  readonly dependencies: readonly string[];
}

export function manifestKeys({ before, after }: FileChange): ManifestKeys {
  const old = parsed(before);
  const now = parsed(after);
  if (old === null || now === null) return { commands: ['(unreadable)'], dependencies: [] };
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter(
    (key) => old.get(key) !== now.get(key),
  );
  return {
    commands: changed.filter((key) => COMMAND_KEYS.has(key)),
    dependencies: changed.filter((key) => DEPENDENCY_KEYS.has(key)),
  };
}

/** Top-level keys and their values as text; empty for a file that is not there, null for one that is no object. */
function parsed(side: FileSide | null): ReadonlyMap<string, string> | null {
  if (side === null) return new Map();
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(side.bytes);
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return new Map(Object.entries(value).map(([key, each]) => [key, JSON.stringify(each)]));
  } catch {
    return null;
  }
}
