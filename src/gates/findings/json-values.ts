/** An object of a JSON document that nobody has checked. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value of a JSON text; null where it is none. */
export function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

export const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text or a number as text; undefined for anything else. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
