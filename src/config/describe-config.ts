import type { Config } from './config.ts';
import { configPath } from './config-problem.ts';
import { readWrittenText } from './written-text.ts';

/** One setting as `config print --origin` shows it. `value` is plain JSON. */
export interface ConfigEntry {
  readonly path: string;
  readonly value: unknown;
  readonly origin: 'default' | 'file';
}

/** Every setting in force, and whether the file (its text; null: none) gives it or the default does. */
export function describeConfig(config: Config, text: string | null): readonly ConfigEntry[] {
  const written = text === null ? undefined : readWrittenText(text).value;
  return Object.entries(config).flatMap(([key, value]) =>
    entriesOf([key], value, isObject(written) ? written[key] : undefined),
  );
}

function entriesOf(path: readonly string[], value: unknown, written: unknown): ConfigEntry[] {
  const isSplit = isObject(value) && (written === undefined || isObject(written));
  if (!isSplit || path.length > 1) {
    const origin = written === undefined ? 'default' : 'file';
    return [{ path: configPath(path), value, origin }];
  }
  return Object.entries(value).flatMap(([key, inner]) =>
    entriesOf([...path, key], inner, isObject(written) ? written[key] : undefined),
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
