import { ok, refused, type Result } from '../core/model/result.ts';
import { completeConfig } from './complete-config.ts';
import type { Config } from './config.ts';
import { configPath, type ConfigProblem } from './config-problem.ts';
import { DEFAULT_CONFIG } from './defaults.ts';
import { configSchema } from './schema.ts';
import { schemaProblems } from './schema-problems.ts';
import { readWrittenText } from './written-text.ts';

/**
 * Reads the text of a config file: JSON with comments and trailing commas. Null (no file) and a file without a value
 * give the defaults. Refused with every problem found, in the order of the file; never throws.
 */
export function parseConfig(text: string | null): Result<Config, readonly ConfigProblem[]> {
  if (text === null) return ok(DEFAULT_CONFIG);
  const written = readWrittenText(text.replace(/^\uFEFF/, ''));
  if (written.problems.length > 0) return refused(written.problems);

  const checked = configSchema.safeParse(written.value === undefined ? {} : written.value);
  if (!checked.success) return refused(inFileOrder(schemaProblems(checked.error, written)));

  const { config, problems } = completeConfig(checked.data);
  if (problems.length === 0) return ok(config);
  return refused(
    inFileOrder(
      problems.map(({ path, message, expected }) => ({
        path: configPath(path),
        ...written.placeOf(path),
        message,
        expected,
      })),
    ),
  );
}

const inFileOrder = (problems: readonly ConfigProblem[]): readonly ConfigProblem[] =>
  [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
