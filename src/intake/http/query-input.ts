import * as z from 'zod';

/** A query as input of a verb: numbers, truth values and lists are what the schema says they are. */
export function queryInput(schema: z.ZodObject, query: URLSearchParams): Record<string, unknown> {
  const types = typesOf(schema);
  const input: Record<string, unknown> = {};
  for (const key of new Set(query.keys())) {
    const values = query.getAll(key);
    const [first = ''] = values;
    input[key] = types.get(key) === 'array' ? values : valueOf(types.get(key), first);
  }
  return input;
}

function valueOf(type: string | undefined, text: string): unknown {
  // What is no number or truth value stays a text, which the schema then refuses by its name.
  if (type === 'number' || type === 'integer') {
    return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  }
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

const known = new WeakMap<z.ZodObject, ReadonlyMap<string, string>>();

/** The JSON type of each key. */
function typesOf(schema: z.ZodObject): ReadonlyMap<string, string> {
  const made = known.get(schema);
  if (made !== undefined) return made;
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' });
  const types = new Map(
    Object.entries(properties).flatMap(([key, property]) =>
      typeof property === 'object' && typeof property.type === 'string'
        ? [[key, property.type] as const]
        : [],
    ),
  );
  known.set(schema, types);
  return types;
}
