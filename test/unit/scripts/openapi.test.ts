import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderOpenApi } from '../../../scripts/openapi.ts';

test('openapi.json is what the schemas say: `node scripts/openapi.ts --write` renews it', () => {
  const published = readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8');
  expect(JSON.parse(published)).toEqual(JSON.parse(renderOpenApi()));
});

test('every reference in it leads somewhere, and every operation has a name of its own', () => {
  const document = JSON.parse(renderOpenApi()) as Record<string, unknown>;
  const references = Array.from(
    renderOpenApi().matchAll(/"\$ref": "#\/([^"]+)"/g),
    ([, ref]) => ref ?? '',
  );
  for (const reference of references) {
    const found = reference
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
    expect([reference, found]).toEqual([reference, expect.any(Object)]);
  }
  const names = Array.from(renderOpenApi().matchAll(/"operationId": "(\w+)"/g), ([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(5);
});
