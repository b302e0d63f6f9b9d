/** Renders what the config takes, from its schema: `schema.json`, and the table in README.md. `--write` puts both there. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_CONFIG } from '../src/config/defaults.ts';
import { describeConfig } from '../src/config/describe-config.ts';
import { configJsonSchema, type JsonSchema } from '../src/config/json-schema.ts';

const BEGIN = '<!-- config:begin -->';
const END = '<!-- config:end -->';

/** The JSON Schema of the config file as it is published. */
export const renderSchema = (): string => `${JSON.stringify(configJsonSchema(), null, 2)}\n`;

/** A row per key: name, default, what it is. */
export function renderConfigTable(): string {
  const rows = describeConfig(DEFAULT_CONFIG, null).map(
    ({ path, value }) =>
      `| \`${path}\` | \`${cell(JSON.stringify(value))}\` | ${cell(wordsOf(path))} |`,
  );
  return ['| key | default | what it is |', '|---|---|---|', ...rows].join('\n');
}

/** README with its table replaced by the one of the schema. */
export function withConfigTable(text: string): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`no ${BEGIN} ... ${END} in the document`);
  return `${text.slice(0, begin + BEGIN.length)}\n\n${renderConfigTable()}\n\n${text.slice(end)}`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

/** The description that the schema gives a key (`limits.files`); empty where it gives none. */
function wordsOf(path: string): string {
  let place: unknown = configJsonSchema();
  // The file says `prime` in one word where the config in force has a mode.
  for (const key of path.replace(/^prime\.mode$/, 'prime').split('.')) place = property(place, key);
  const words = isSchema(place) ? place['description'] : undefined;
  return typeof words === 'string' ? words : '';
}

function property(place: unknown, key: string): unknown {
  if (!isSchema(place)) return undefined;
  const choices = [place, ...(Array.isArray(place['anyOf']) ? (place['anyOf'] as unknown[]) : [])];
  for (const choice of choices) {
    const properties = isSchema(choice) ? choice['properties'] : undefined;
    if (isSchema(properties) && properties[key] !== undefined) return properties[key];
  }
  return undefined;
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null;

if (process.argv.includes('--write')) {
  const root = join(import.meta.dirname, '..');
  writeFileSync(join(root, 'schema.json'), renderSchema());
  const readme = join(root, 'README.md');
  writeFileSync(readme, withConfigTable(readFileSync(readme, 'utf8')));
}
