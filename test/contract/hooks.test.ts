import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HOOKS, hookNamed } from '../../src/hook/hook-names.ts';
import { isOurShim, shimText } from '../../src/hook/shim.ts';
import { tempDir } from '../support/temp-dir.ts';

const FOLDER = join(import.meta.dirname, '../../hooks');

/** Shells that read the shims somewhere: Debian's, the one of small systems, and the usual one. */
const SHELLS = [['dash'], ['busybox', 'sh'], ['bash', '--posix'], ['sh']].filter(
  ([shell = '']) => spawnSync(shell, ['-c', 'exit 0']).error === undefined,
);

test('every hook has a shim, and every shim a hook', () => {
  const shims = readdirSync(FOLDER).filter((name) => name !== 'common.sh' && name !== 'forward');
  expect(shims.sort()).toEqual(HOOKS.map(({ name }) => name).sort());
});

test('a hook is found by its name, and no other name is one', () => {
  for (const hook of HOOKS) expect(hookNamed(hook.name)).toBe(hook);
  for (const name of ['forward', 'common.sh', 'post-commit', '', '../pre-commit'])
    expect(hookNamed(name)).toBeNull();
});

describe.each([...HOOKS.map(({ name }) => name), 'forward' as const])('%s', (name) => {
  test('stands alone once installed, is known as ours, and runs by hand from its folder too', () => {
    const text = shimText(name);
    expect(isOurShim(text)).toBe(true);
    expect(text).not.toContain('common.sh');
    expect(statSync(join(FOLDER, name)).mode & 0o111).not.toBe(0);
    if (name !== 'forward') expect(text).toContain(`\nsp_hook=${name}\n`);
  });

  test.each(SHELLS)('%s reads it', (...shell: readonly string[]) => {
    const file = join(tempDir(), name);
    writeFileSync(file, shimText(name));
    const [command = 'sh', ...args] = shell.filter((word) => typeof word === 'string');
    const end = spawnSync(command, [...args, '-n', file], { encoding: 'utf8' });
    expect({ status: end.status, said: end.stderr }).toEqual({ status: 0, said: '' });
  });

  test('its text has no carriage returns, and every line is short enough to read', () => {
    const text = readFileSync(join(FOLDER, name), 'utf8');
    expect(text).not.toContain('\r');
    expect(text.split('\n').filter((line) => line.length > 140)).toEqual([]);
  });
});

test.each(HOOKS)('the handler of $name loads', async ({ load }) => {
  expect(await load()).toBeTypeOf('function');
});
