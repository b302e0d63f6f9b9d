import { baseName } from '../apply/tree-index.ts';

/** Names of files that package managers write: they count as files, not as lines. */
export const LOCK_FILES: readonly string[] = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'yarn.lock',
  'pnpm-lock.yaml',
  'bun.lock',
  'bun.lockb',
  'deno.lock',
  'Cargo.lock',
  'poetry.lock',
  'uv.lock',
  'pdm.lock',
  'pixi.lock',
  'Pipfile.lock',
  'Gemfile.lock',
  'composer.lock',
  'go.sum',
  'mix.lock',
  'flake.lock',
  'Podfile.lock',
  'pubspec.lock',
  'packages.lock.json',
  'gradle.lockfile',
];

const NAMES: ReadonlySet<string> = new Set(LOCK_FILES);

export const isLockFile = (path: string): boolean => NAMES.has(baseName(path));
