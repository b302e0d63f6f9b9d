import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/load-config.ts';
import { DEFAULT_CONFIG } from '../../../src/config/defaults.ts';
import { openTrust } from '../../../src/config/trust.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trust-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a hash is trusted once approved, by every process, in a file of one’s own', () => {
  const trust = openTrust(join(folder, 'state'), () => 17);
  expect(trust.isTrusted('a')).toBe(false);
  expect(trust.isTrusted(null)).toBe(true);
  trust.trust('a', 'Ada');
  trust.trust('b', 'Bob');
  const other = openTrust(join(folder, 'state'), () => 0);
  expect(other.isTrusted('a')).toBe(true);
  expect(other.list()).toEqual([
    { hash: 'a', by: 'Ada', at: 17 },
    { hash: 'b', by: 'Bob', at: 17 },
  ]);
  expect(statSync(join(folder, 'state', 'trust.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'state'))).toEqual(['trust.json']);
});

test.each(['', '{', '[]', '{"trusted": ["a"]}', 'null'])(
  'a broken file trusts nothing: %j',
  (text) => {
    writeFileSync(join(folder, 'trust.json'), text);
    const trust = openTrust(folder, () => 0);
    expect(trust.isTrusted('a')).toBe(false);
    trust.trust('a', 'Ada');
    expect(trust.isTrusted('a')).toBe(true);
  },
);

test('a state directory that cannot be made is a fault', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => openTrust(join(folder, 'file', 'state'), () => 0).trust('a', 'Ada')).toThrow(
    expect.objectContaining({ name: 'Fault', code: 'io-failed' }),
  );
});

const read = (text: string | Uint8Array | null) => async (path: string) =>
  path === 'sallyport.config.json' && text !== null ? Buffer.from(text) : null;

test('the config is read through the given reader', async () => {
  expect(await loadConfig(read(null))).toEqual({
    ok: true,
    value: { config: DEFAULT_CONFIG, text: null },
  });
  expect(await loadConfig(read('{"view": false}'))).toMatchObject({
    ok: true,
    value: { config: { view: false }, text: '{"view": false}' },
  });
  expect(await loadConfig(read(Uint8Array.of(0xff, 0xfe)))).toMatchObject({ ok: false });
});
