import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/config/load-config.ts';

const load = async (bytes: Uint8Array | null) => {
  const loaded = await loadConfig(() => Promise.resolve(bytes));
  return loaded.ok ? loaded.value.text : loaded.error.map(({ message }) => message).join();
};

test('no file, a file, and one that is no text', async () => {
  expect(await load(null)).toBeNull();
  expect(await load(Buffer.from('{}'))).toBe('{}');
  expect(await load(Buffer.of(0xff, 0xfe, 0x7b))).toBe('the file is not UTF-8');
});

test('a file as large as may be, and one that is larger', async () => {
  const text = `{}${' '.repeat(1024 * 1024 - 2)}`;
  expect(await load(Buffer.from(text))).toBe(text);
  expect(await load(Buffer.from(`${text} `))).toBe('the file has 1048577 bytes');
  expect(await load(Buffer.alloc(30_000_000, '{'))).toBe('the file has 30000000 bytes');
});
