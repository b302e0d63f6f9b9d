import type { Draft, WrittenFile } from '../draft.ts';

/** The eight formats of text. */
export type FormatName =
  'brackets' | 'conflict' | 'envelope' | 'diff' | 'whole-file' | 'tool-calls' | 'tags' | 'mail';

/** What the parts of an edit are in a dialect: sides of whole lines, tagged lines, strings, or the whole file. */
export type DialectFamily = 'sides' | 'hunks' | 'strings' | 'whole';

/** One way to write a change down. */
export interface Dialect {
  readonly name: string;
  readonly format: FormatName;
  readonly family: DialectFamily;
  /** False: the body stands in the open, with prose round it. */
  readonly isFenced: boolean;
  /** The response's body; null where the dialect cannot say this. */
  readonly render: (draft: Draft) => string | null;
}

/** A fence longer than any in the lines. */
export function fenceFor(lines: readonly string[]): string {
  let longest = 2;
  for (const line of lines) {
    const run = /^[\s>+-]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (run !== undefined) longest = Math.max(longest, run.length);
  }
  return '`'.repeat(longest + 1);
}

const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'ts',
  tsx: 'tsx',
  js: 'js',
  mjs: 'js',
  cjs: 'js',
  py: 'python',
  css: 'css',
  scss: 'scss',
  md: 'markdown',
  json: 'json',
  c: 'c',
  h: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  java: 'java',
  kt: 'kotlin',
  swift: 'swift',
  rs: 'rust',
  sol: 'solidity',
};

/** Language that a fence for this path names. */
export const languageFor = (path: string): string =>
  LANGUAGES[path.slice(path.lastIndexOf('.') + 1)] ?? '';

/** All lines that the draft brings. */
export const linesIn = ({ written }: Draft): readonly string[] =>
  written.flatMap((file) => [
    ...file.blocks.flatMap(({ script }) => script.map(({ text }) => text)),
    ...(file.kind === 'edit' ? [] : [...file.old, ...file.now]),
  ]);

/** Whether every file is one that the dialect can speak of. */
export const speaksOf = ({ written }: Draft, kinds: readonly WrittenFile['kind'][]): boolean =>
  written.every(({ kind }) => kinds.includes(kind));

/** Formats whose content always ends with a line feed cannot make a file that does not. */
export const createsAreClosed = ({ written }: Draft): boolean =>
  written.every(({ kind, isNowClosed }) => kind !== 'create' || isNowClosed);
