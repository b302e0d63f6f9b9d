import {
  linkSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { replaceFile } from './replace-file.ts';

/** One change to the folder of hooks: planned first, shown or carried out after. */
export type HookStep =
  /** A hook of ours comes to stand at `path`. */
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  /** What stands at `path` gets a second name; it keeps its bytes, its mode, and where it is a link what it leads to. */
  | { readonly kind: 'keep'; readonly path: string; readonly kept: string }
  /** `from` becomes `to`, over whatever is there. */
  | { readonly kind: 'move'; readonly from: string; readonly to: string }
  | { readonly kind: 'remove'; readonly path: string };

/** Carries steps out, in order. Each leaves every hook that it found in one piece, wherever it is killed. */
export function takeSteps(steps: readonly HookStep[]): void {
  for (const step of steps) take(step);
}

function take(step: HookStep): void {
  switch (step.kind) {
    case 'write':
      mkdirSync(dirname(step.path), { recursive: true });
      replaceFile(step.path, step.text, 0o755);
      return;
    case 'keep':
      keep(step.path, step.kept);
      return;
    case 'move':
      renameSync(step.from, step.to);
      return;
    case 'remove':
      rmSync(step.path, { force: true });
  }
}

function keep(path: string, kept: string): void {
  if (lstatSync(path).isSymbolicLink()) {
    symlinkSync(readlinkSync(path), kept);
    return;
  }
  try {
    // A second name for the same file: no moment without the hook.
    linkSync(path, kept);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && NO_LINKS.has(String(error.code))))
      throw error;
    renameSync(path, kept);
  }
}

/** What file systems without hard links say. */
const NO_LINKS = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EMLINK',
  'EXDEV',
  'UNKNOWN',
]);
