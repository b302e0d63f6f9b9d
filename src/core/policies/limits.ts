/** Numbers that a patch must stay within (DESIGN: Config, `limits`). */
export interface Limits {
  /** Changed files. */
  readonly files: number;
  /** Added plus removed lines, lock files left out. */
  readonly lines: number;
  readonly deletedLines: number;
  /** Bytes of one changed file. */
  readonly bytes: number;
  /** Changed lines beyond what the edits asked for. */
  readonly collateralLines: number;
  /** Share of a file over 60 lines that may be rewritten: more is held. */
  readonly rewriteRatio: number;
  /** Share of a file's lines that a whole-file rewrite may lose: more is held (`content-dropped`). */
  readonly shrink: number;
  /** Files that depend on what changed: more is held. */
  readonly dependents: number;
  /** Bytes of a response. */
  readonly response: number;
  /** Edit blocks of a response. */
  readonly blocks: number;
  /** Other numbers for some paths; of several that fit, the last one that has a number for the limit. */
  readonly paths: readonly PathLimits[];
}

/** Limits that count the changed files themselves, and can differ from path to path. */
const PATH_LIMITS = [
  'files',
  'lines',
  'deletedLines',
  'bytes',
  'collateralLines',
  'rewriteRatio',
  'shrink',
] as const;

export type PathLimit = (typeof PATH_LIMITS)[number];

/** Limits of the paths that a glob means, as in `ProtectedRule`. */
export interface PathLimits {
  readonly glob: string;
  readonly limits: Readonly<Partial<Record<PathLimit, number>>>;
}

export const DEFAULT_LIMITS: Limits = {
  files: 20,
  lines: 600,
  deletedLines: 300,
  bytes: 1024 * 1024,
  collateralLines: 10,
  rewriteRatio: 0.8,
  shrink: 0.3,
  dependents: 200,
  response: 8 * 1024 * 1024,
  blocks: 500,
  paths: [],
};
