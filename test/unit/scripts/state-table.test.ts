import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withStateTable } from '../../../scripts/state-table.ts';

const tidy = (text: string): string => text.replace(/ +\|/g, ' |').replace(/\| ?-+ ?/g, '|---');

test('ARCHITECTURE.md shows the state table of the code', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../ARCHITECTURE.md'), 'utf8');
  expect(tidy(text)).toBe(tidy(withStateTable(text)));
});
