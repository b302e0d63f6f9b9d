import * as z from 'zod';
import { configSchema } from './schema.ts';

/** A JSON Schema as plain data. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

let made: JsonSchema | null = null;

/** The JSON Schema of the config file, as `config schema` prints it. */
export function configJsonSchema(): JsonSchema {
  made ??= z.toJSONSchema(
    configSchema.meta({
      title: 'Sallyport configuration',
      description: 'sallyport.config.json: JSON with comments, at the root of the repository.',
    }),
    { io: 'input' },
  ) as JsonSchema;
  return made;
}

/** Names of the keys that the schema knows at a path of the file; empty where it is not an object with fixed keys. */
export function knownKeysAt(path: readonly PropertyKey[]): readonly string[] {
  let places: readonly JsonSchema[] = branches(configJsonSchema());
  for (const segment of path) {
    places = places.flatMap((place) => step(place, segment)).flatMap(branches);
  }
  return places.flatMap((place) => Object.keys(asSchema(place['properties'])));
}

const asSchema = (value: unknown): JsonSchema =>
  typeof value === 'object' && value !== null ? (value as JsonSchema) : {};

const branches = (schema: JsonSchema): readonly JsonSchema[] =>
  Array.isArray(schema['anyOf']) ? schema['anyOf'].map(asSchema).flatMap(branches) : [schema];

function step(schema: JsonSchema, segment: PropertyKey): readonly JsonSchema[] {
  if (typeof segment === 'number') return [asSchema(schema['items'])];
  const own = asSchema(schema['properties'])[String(segment)];
  return [asSchema(own ?? schema['additionalProperties'])];
}
