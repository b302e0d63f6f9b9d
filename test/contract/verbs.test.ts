import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { openApiDocument } from '../../src/intake/http/openapi.ts';
import { ROUTES } from '../../src/intake/http/routes.ts';
import { VERBS } from '../../src/intake/verbs/verbs.ts';

/** What a schema says of its own fields, the nested ones included. */
function* fieldsOf(
  schema: unknown,
  at = '',
): Generator<readonly [string, Record<string, unknown>]> {
  if (typeof schema !== 'object' || schema === null) return;
  const { properties, items } = schema as { properties?: Record<string, unknown>; items?: unknown };
  for (const [name, field] of Object.entries(properties ?? {})) {
    yield [`${at}${name}`, field as Record<string, unknown>];
    yield* fieldsOf(field, `${at}${name}.`);
  }
  yield* fieldsOf(items, at);
}

/** Names that speak for themselves. */
const PLAIN = new Set(['ignoreCase', 'limit']);

test('names are unique, and each verb has one endpoint', () => {
  const names = VERBS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(ROUTES.map(({ verb }) => verb.name))).toEqual(new Set(names));
  expect(new Set(ROUTES.map(({ method, path }) => `${method} ${path}`)).size).toBe(ROUTES.length);
});

test('none lets an agent do what only a person may', () => {
  expect(VERBS.map(({ name }) => name)).toEqual(
    expect.not.arrayContaining(['approve', 'reject', 'trust', 'stop']),
  );
});

test('together they cost a client little', () => {
  const shown = VERBS.map(({ name, description, input }) => [
    name,
    description,
    z.toJSONSchema(input, { io: 'input' }),
  ]);
  expect(JSON.stringify(shown).length).toBeLessThan(16_000);
});

test('no pattern is advertised: regular expressions differ between the languages of clients', () => {
  for (const { input, output } of VERBS) {
    expect(JSON.stringify(z.toJSONSchema(input, { io: 'input' }))).not.toContain('"pattern":"');
    expect(JSON.stringify(z.toJSONSchema(output))).not.toContain('"pattern":"');
  }
});

describe.each(VERBS.map((verb) => [verb.name, verb] as const))('%s', (_name, verb) => {
  test('has a short name, a title and a description of some sentences', () => {
    expect(verb.name).toMatch(/^[a-z]{3,12}$/);
    expect(verb.title).toMatch(/^[A-Z][a-z ]{3,40}$/);
    expect(verb.description).toMatch(/^[A-Z].*\.$/s);
    expect(verb.description.length).toBeLessThan(450);
    expect(verb.isReadOnly && verb.isDestructive).toBe(false);
  });

  test('every field of its input says what it is', () => {
    const schema = z.toJSONSchema(verb.input, { io: 'input' });
    for (const [field, { description }] of fieldsOf(schema)) {
      if (!PLAIN.has(field) && !field.startsWith('edits.'))
        expect([field, description]).toEqual([field, expect.any(String)]);
    }
  });

  test('refuses a field that it does not know, instead of leaving it out', () => {
    const { error } = verb.input.safeParse({ id: 'a', paths: ['a'], pattern: 'a', nonsense: 1 });
    expect(error?.issues.map(({ code }) => code)).toContain('unrecognized_keys');
  });

  test('its endpoint is described by the very same schemas', () => {
    const route = ROUTES.find((one) => one.verb === verb && one.fixed === undefined);
    const paths = openApiDocument('0')['paths'] as Record<string, Record<string, unknown>>;
    const path = (route?.path ?? '').replace(':id', '{id}');
    const operation = paths[path]?.[(route?.method ?? '').toLowerCase()];
    expect(operation).toMatchObject({ operationId: verb.name, description: verb.description });
    const text = JSON.stringify(operation);
    for (const [field] of fieldsOf(z.toJSONSchema(verb.input, { io: 'input' })))
      expect(text).toContain(`"${field.split('.').at(-1) ?? ''}"`);
  });
});
