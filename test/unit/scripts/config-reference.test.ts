import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  renderConfigTable,
  renderSchema,
  withConfigTable,
} from '../../../scripts/config-reference.ts';

const root = join(import.meta.dirname, '../../..');
const tidy = (text: string): string => text.replace(/ +\|/g, ' |').replace(/\| ?-+ ?/g, '|---');

test('schema.json is the schema of the code', () => {
  expect(readFileSync(join(root, 'schema.json'), 'utf8')).toBe(renderSchema());
});

test('README.md lists every key with its default', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  expect(tidy(text)).toBe(tidy(withConfigTable(text)));
});

test('every key says what it is', () => {
  const silent = renderConfigTable()
    .split('\n')
    .filter((row) => row.endsWith('|  |'));
  expect(silent).toEqual([]);
});
