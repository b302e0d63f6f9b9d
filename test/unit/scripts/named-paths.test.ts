import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from '../../../src/config/parse-config.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PATHS =
  /`((?:src|test|scripts|bin|core|exec|config|store|git|gates|pipeline|intake|reporters|daemon|cli)\/[\w./-]+)`/g;

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

test.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'])(
  '%s names paths that exist',
  (name) => {
    const named = Array.from(read(name).matchAll(PATHS), ([, path = '']) => path);
    const missing = named.filter((path) =>
      [path, join('src', path)].every((each) => !existsSync(join(ROOT, each))),
    );
    expect(named.length).toBeGreaterThan(1);
    expect(missing).toEqual([]);
  },
);

test('the config that the README shows is valid', () => {
  const shown = /```json\n([\s\S]*?)```/.exec(read('README.md'))?.[1] ?? '';
  expect(parseConfig(shown)).toMatchObject({ ok: true });
});
