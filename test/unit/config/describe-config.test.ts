import { expect, test } from 'vitest';
import { describeConfig } from '../../../src/config/describe-config.ts';
import { configJsonSchema, knownKeysAt } from '../../../src/config/json-schema.ts';
import { limitsFor } from '../../../src/config/limits-for.ts';
import { parseConfig } from '../../../src/config/parse-config.ts';
import { DEFAULT_CONFIG } from '../../../src/config/defaults.ts';

test('every setting with its origin', () => {
  const text = '{"limits": {"files": 3}, "sandbox": "off", "gates": []}';
  const parsed = parseConfig(text);
  const entries = parsed.ok ? describeConfig(parsed.value, text) : [];
  const find = (path: string) => entries.find((entry) => entry.path === path);
  expect(find('limits.files')).toEqual({ path: 'limits.files', value: 3, origin: 'file' });
  expect(find('limits.lines')).toEqual({ path: 'limits.lines', value: 600, origin: 'default' });
  expect(find('sandbox')?.origin).toBe('file');
  expect(find('gates')).toEqual({ path: 'gates', value: [], origin: 'file' });
  expect(find('target')).toEqual({ path: 'target', value: null, origin: 'default' });
});

test('without a file every origin is the default', () => {
  expect(new Set(describeConfig(DEFAULT_CONFIG, null).map((entry) => entry.origin))).toEqual(
    new Set(['default']),
  );
});

test('the JSON Schema knows every key of the config, and no more', () => {
  expect(knownKeysAt([]).toSorted()).toEqual(
    ['$schema', ...Object.keys(DEFAULT_CONFIG)].toSorted(),
  );
  expect(knownKeysAt(['limits']).toSorted()).toEqual(Object.keys(DEFAULT_CONFIG.limits).toSorted());
  expect(knownKeysAt(['gates', 0])).toContain('timeout');
  expect(configJsonSchema()).toMatchObject({ additionalProperties: false, type: 'object' });
});

test('limits of an agent: the last match wins, key by key', () => {
  const parsed = parseConfig(
    '{"agents": {"*": {"files": 9, "lines": 9}, "claude*": {"files": 2}}}',
  );
  if (!parsed.ok) throw new Error('invalid');
  expect(limitsFor(parsed.value, 'Claude-1')).toMatchObject({ files: 2, lines: 9 });
  expect(limitsFor(parsed.value, 'other')).toMatchObject({ files: 9, lines: 9 });
  expect(limitsFor(parsed.value, null)).toEqual(DEFAULT_CONFIG.limits);
});
