import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { checkSyntax } from '../../src/gates/syntax/check-syntax.ts';
import { SYNTAX_CHECKERS } from '../../src/gates/syntax/registry.ts';
import { changedFile } from '../../test/support/changed-file.ts';
import type { BenchLine } from './bench-group.ts';

interface Count {
  files: number;
  refused: number;
  noted: number;
}

/** One sound change of one file; `before` is null for a file that is new. */
export interface SoundChange {
  /** Where it comes from. */
  readonly label: string;
  readonly path: string;
  readonly before: string | null;
  readonly after: string;
}

/** Ends the key of files that are new. */
const NEW = ' (new)';

const SUMS = [
  { words: 'changed files', isNew: false },
  { words: 'new files', isNew: true },
] as const;

/** Counts what the syntax gate says of changes that are known to be sound: every refusal is a false alarm. */
export class AlarmTally {
  readonly #counts = new Map<string, Count>();
  readonly #refusals: string[] = [];
  readonly #most: number;

  /** `most` changes of a language are judged, the rest left alone. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Whether another change of a file is wanted. */
  wants({ path, before, after }: SoundChange): boolean {
    const key = keyOf(path, before, after);
    return key !== null && (this.#counts.get(key)?.files ?? 0) < this.#most;
  }

  async judge(change: SoundChange): Promise<void> {
    const { label, path, before, after } = change;
    const key = keyOf(path, before, after);
    if (key === null || !this.wants(change)) return;
    const count = this.#counts.get(key) ?? { files: 0, refused: 0, noted: 0 };
    this.#counts.set(key, count);
    const changes = [changedFile(path, before, after)];
    const { rejections, notes } = await checkSyntax({ base: null, changes });
    count.files += 1;
    count.noted += notes.length > 0 ? 1 : 0;
    const [first] = rejections;
    if (first === undefined) return;
    count.refused += 1;
    const message = JSON.stringify(first.facts?.['message']);
    this.#refusals.push(`${label} ${path}:${first.lines?.[0] ?? 0} ${key}: ${message}`);
  }

  /** The lines of the benchmark: changes of files, and new files where there were any. */
  lines(name: string): readonly BenchLine[] {
    return SUMS.flatMap(({ words, isNew }): readonly BenchLine[] => {
      const { files, refused } = this.#sum(isNew);
      if (files === 0) return [];
      const ok = refused === 0;
      return [{ name: `${name}, ${words}`, value: refused, unit: `of ${files}`, target: 0, ok }];
    });
  }

  /** A row per language and one for all, then what was refused. */
  print(): void {
    const rows = [...this.#counts].toSorted(([a], [b]) => a.localeCompare(b));
    const sums = SUMS.map(({ words, isNew }) => [`all ${words}`, this.#sum(isNew)] as const);
    for (const [language, { files, refused, noted }] of [...rows, ...sums])
      console.log(
        `${language.padEnd(34)} ${String(files).padStart(6)} files ${String(refused).padStart(4)} refused ${String(noted).padStart(4)} noted`,
      );
    for (const refusal of this.#refusals) console.error(refusal);
  }

  #sum(isNew: boolean): Count {
    const counts = [...this.#counts].filter(([key]) => key.endsWith(NEW) === isNew);
    const total = (key: keyof Count): number =>
      counts.reduce((sum, [, count]) => sum + count[key], 0);
    return { files: total('files'), refused: total('refused'), noted: total('noted') };
  }
}

function keyOf(path: string, before: string | null, after: string): string | null {
  const language = SYNTAX_CHECKERS.find(({ claims }) => claims(path, after))?.language;
  if (language === undefined) return null;
  return `${language}${before === null ? NEW : ''}`;
}

/** Files below a folder, relative to it; minified ones left out. */
export function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.min\.(?:js|css)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

const MOST_BYTES = 400_000;

/** The text of a file; null for one that is large, or no text. */
export function textAt(file: string): string | null {
  try {
    if (statSync(file).size > MOST_BYTES) return null;
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch {
    return null;
  }
}
