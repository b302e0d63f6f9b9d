import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepFiles } from '../../../src/gates/leftovers.ts';

let root: string;
let beside: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'leftovers-'));
  beside = mkdtempSync(join(tmpdir(), 'beside-'));
  writeFileSync(join(beside, 'file'), '');
  mkdirSync(join(root, 'src'));
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'src', 'a'), '');
  writeFileSync(join(root, '.git'), 'gitdir: /nowhere');
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
  rmSync(beside, { recursive: true, force: true });
});

const at = (...parts: string[]) => join(root, ...parts);

test('what has come since is removed and named; what was there stays', async () => {
  const removeLeftovers = await keepFiles(root);
  writeFileSync(at('src', 'a'), 'changed');
  writeFileSync(at('src', 'b'), '');
  mkdirSync(at('out', 'deep'), { recursive: true });
  writeFileSync(at('out', 'deep', 'file'), '');
  writeFileSync(at('node_modules', 'cache'), '');
  mkdirSync(at('src', '.git'));
  expect(await removeLeftovers()).toEqual(['out', 'src/.git', 'src/b']);
  expect(existsSync(at('out'))).toBe(false);
  expect([existsSync(at('src', 'a')), existsSync(at('node_modules', 'cache'))]).toEqual([
    true,
    true,
  ]);
  expect(await removeLeftovers()).toEqual([]);
});

test('links are removed, and what they point to is not touched', async () => {
  const removeLeftovers = await keepFiles(root);
  symlinkSync(beside, at('link'));
  rmSync(at('src'), { recursive: true });
  symlinkSync(beside, at('src'));
  expect(await removeLeftovers()).toEqual(['link', 'src']);
  expect(existsSync(join(beside, 'file'))).toBe(true);
});

test('folders without permissions, and names that are no UTF-8', async () => {
  const removeLeftovers = await keepFiles(root);
  mkdirSync(at('closed', 'inside'), { recursive: true });
  writeFileSync(at('closed', 'inside', 'file'), '');
  const name = Buffer.concat([Buffer.from(`${root}/`), Buffer.of(0xff, 0x61)]);
  writeFileSync(name, '');
  chmodSync(at('closed', 'inside'), 0);
  chmodSync(at('closed'), 0);
  await removeLeftovers();
  expect([existsSync(at('closed')), existsSync(name)]).toEqual([false, false]);
});

test('dependencies that a run installs are leftovers as well', async () => {
  rmSync(at('node_modules'), { recursive: true });
  const removeLeftovers = await keepFiles(root);
  mkdirSync(at('node_modules'));
  expect(await removeLeftovers()).toEqual(['node_modules']);
});

test('a folder that is gone altogether', async () => {
  const removeLeftovers = await keepFiles(root);
  rmSync(root, { recursive: true });
  expect(await removeLeftovers()).toEqual([]);
});
