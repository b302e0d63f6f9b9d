import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NO_SETTINGS, readSettings, writeSettings } from '../../../src/hook/hook-settings.ts';
import { tempDir } from '../../support/temp-dir.ts';

const WHOLE = {
  onFault: 'pass',
  guard: 'enforce',
  refs: ['refs/heads/main', 'refs/heads/ä'],
  node: '/opt/no de/bin/node',
  command: '/home/é/sally port.js',
  chain: '../hooks of all ',
  keptShells: [{ hook: 'pre-commit', shell: 'bash' }],
} as const;

test.each([
  ['all of them', WHOLE],
  ['none', NO_SETTINGS],
])('%s come back as they were written', (_name, settings) => {
  const folder = join(tempDir(), 'state');
  expect(readSettings(folder)).toBeNull();
  expect(writeSettings(folder, settings)).toBe(true);
  expect(readSettings(folder)).toEqual(settings);
  expect(statSync(join(folder, 'hook-settings')).mode & 0o777).toBe(0o600);
  const before = statSync(join(folder, 'hook-settings')).ino;
  expect(writeSettings(folder, settings)).toBe(false);
  expect(statSync(join(folder, 'hook-settings')).ino).toBe(before);
});

test('a path with a line break is forgotten rather than written', () => {
  const folder = tempDir();
  writeSettings(folder, { ...WHOLE, command: '/a\nguard off' });
  expect(readSettings(folder)).toEqual({ ...WHOLE, command: null });
  expect(readFileSync(join(folder, 'hook-settings'), 'utf8')).not.toContain('guard off');
});

test('what is not understood is the safe side: refuse, and no guard that nobody set', () => {
  const folder = tempDir();
  writeFileSync(
    join(folder, 'hook-settings'),
    'fault maybe\nguard sometimes\nref refs/heads/x\nmore\n',
  );
  expect(readSettings(folder)).toEqual({ ...NO_SETTINGS, refs: ['refs/heads/x'] });
});
