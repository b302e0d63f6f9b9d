import { refused, type Result } from '../core/model/result.ts';
import { ok } from '../core/model/result.ts';
import type { Config } from './config.ts';
import type { ConfigProblem } from './config-problem.ts';
import { CONFIG_FILE } from './defaults.ts';
import { parseConfig } from './parse-config.ts';

/** Reads a file of the repository, from a commit or from disk; null where there is none. */
export type FileReader = (path: string) => Promise<Uint8Array | null>;

export interface LoadedConfig {
  readonly config: Config;
  /** The file's text; null: there is none, and the defaults hold. */
  readonly text: string | null;
}

/** Far beyond what people write; a larger file would keep everything that reads it busy. */
const MAX_BYTES = 1024 * 1024;

/** The config that a commit, or the disk, holds: whichever the reader reads. */
export async function loadConfig(
  read: FileReader,
): Promise<Result<LoadedConfig, readonly ConfigProblem[]>> {
  const bytes = await read(CONFIG_FILE);
  if (bytes === null) return withText(null);
  if (bytes.length > MAX_BYTES) {
    const message = `the file has ${bytes.length} bytes`;
    const expected = `at most ${MAX_BYTES}`;
    return refused([{ path: '', line: 1, column: 1, message, expected }]);
  }
  try {
    return withText(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    const message = 'the file is not UTF-8';
    return refused([{ path: '', line: 1, column: 1, message, expected: 'UTF-8 text' }]);
  }
}

function withText(text: string | null): Result<LoadedConfig, readonly ConfigProblem[]> {
  const parsed = parseConfig(text);
  return parsed.ok ? ok({ config: parsed.value, text }) : parsed;
}
