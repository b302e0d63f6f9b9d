import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toolchainFingerprint } from '../../../src/exec/toolchain.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolchain-'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'tool-1'), 'one');
  symlinkSync('../tool-1', join(folder, 'bin', 'tool'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const fingerprint = (more: Record<string, string> = {}) =>
  toolchainFingerprint(['tool'], { PATH: join(folder, 'bin'), ...more });

test('stays the same where nothing is installed anew', () => {
  const before = fingerprint();
  chmodSync(join(folder, 'tool-1'), 0o700);
  expect(fingerprint({ TERM: 'dumb' })).toBe(before);
});

test('changes with the program behind a name, and with a variable that a gate may read', () => {
  const before = fingerprint();
  expect(fingerprint({ LANG: 'C' })).not.toBe(before);
  expect(fingerprint({ RUSTUP_TOOLCHAIN: 'nightly' })).not.toBe(before);
  writeFileSync(join(folder, 'tool-1'), 'another');
  const replaced = fingerprint();
  expect(replaced).not.toBe(before);
  rmSync(join(folder, 'bin', 'tool'));
  expect(fingerprint()).not.toBe(replaced);
});
