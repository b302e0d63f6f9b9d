/** Renders what the config takes, from its schema: `schema.json`, and the table in README.md. `--write` puts both there. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_CONFIG, DEFAULT_GATE, DEFAULT_PRIME_COMMAND } from '../src/config/defaults.ts';
import { describeConfig } from '../src/config/describe-config.ts';
import { configJsonSchema, type JsonSchema } from '../src/config/json-schema.ts';

const BEGIN = '<!-- config:begin -->';
const END = '<!-- config:end -->';

/** The JSON Schema of the config file as it is published. */
export const renderSchema = (): string => `${JSON.stringify(configJsonSchema(), null, 2)}\n`;

/** A row per key: name, default, what it is. The keys of a gate and of a prime command stand below those of the file. */
export function renderConfigTable(): string {
  const rows = describeConfig(DEFAULT_CONFIG, null).flatMap(({ path, value }) => [
    row(path, asCode(value), wordsOf(path)),
    ...(INNER[path] ?? []).flatMap((inner) => innerRows(inner)),
  ]);
  return ['| key | default | what it is |', '|---|---|---|', ...rows].join('\n');
}

/** An object of the file that the table of settings shows as one value. */
interface InnerKeys {
  readonly path: string;
  readonly schema: () => unknown;
  readonly defaults: object;
  /** Defaults that say more in words. */
  readonly inWords: Readonly<Record<string, string>>;
}

const INNER: Readonly<Record<string, readonly InnerKeys[]>> = {
  gates: [
    {
      path: 'gates[]',
      schema: () => items(property(configJsonSchema(), 'gates')),
      defaults: { ...DEFAULT_GATE, shell: false },
      inWords: { fix: 'none' },
    },
  ],
  'prime.mode': [
    {
      path: 'prime',
      schema: () => property(configJsonSchema(), 'prime'),
      defaults: { ...DEFAULT_PRIME_COMMAND, shell: false },
      inWords: { keys: 'those of the usual package managers' },
    },
  ],
};

function innerRows({ path, schema, defaults, inWords }: InnerKeys): readonly string[] {
  const place = schema();
  const defaultOf = new Map<string, unknown>(Object.entries(defaults));
  return namesIn(place).map((name) =>
    row(
      `${path}.${name}`,
      inWords[name] ?? (defaultOf.has(name) ? asCode(defaultOf.get(name)) : 'to be given'),
      descriptionOf(property(place, name)),
    ),
  );
}

const row = (path: string, value: string, words: string): string =>
  `| \`${path}\` | ${cell(value)} | ${cell(words)} |`;

const asCode = (value: unknown): string => `\`${JSON.stringify(value)}\``;

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
  return descriptionOf(place);
}

function descriptionOf(place: unknown): string {
  const words = isSchema(place) ? place['description'] : undefined;
  return typeof words === 'string' ? words : '';
}

const items = (place: unknown): unknown => (isSchema(place) ? place['items'] : undefined);

/** The keys that the objects of a place may have, in the order of the schema. */
const namesIn = (place: unknown): readonly string[] =>
  choicesOf(place).flatMap((choice) => {
    const properties = choice['properties'];
    return isSchema(properties) ? Object.keys(properties) : [];
  });

function property(place: unknown, key: string): unknown {
  for (const choice of choicesOf(place)) {
    const properties = choice['properties'];
    if (isSchema(properties) && properties[key] !== undefined) return properties[key];
  }
  return undefined;
}

/** A schema and what it leaves the choice between. */
function choicesOf(place: unknown): readonly JsonSchema[] {
  if (!isSchema(place)) return [];
  const choices: unknown[] = Array.isArray(place['anyOf']) ? place['anyOf'] : [];
  return [place, ...choices.filter(isSchema)];
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null;

if (process.argv.includes('--write')) {
  const root = join(import.meta.dirname, '..');
  writeFileSync(join(root, 'schema.json'), renderSchema());
  const readme = join(root, 'README.md');
  writeFileSync(readme, withConfigTable(readFileSync(readme, 'utf8')));
}
