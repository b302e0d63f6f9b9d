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
import { removeTree } from '../../../src/git/remove-tree.ts';

/** Permissions count for nothing to root: there the test is done as nobody. */
const NOBODY = 65_534;
const isRoot = process.geteuid?.() === 0;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'remove-tree-'));
  if (isRoot) chmodSync(folder, 0o777);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([0, 0o300, 0o500])('folders of mode %i, also below long paths', async (mode) => {
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    const root = join(folder, 'root');
    const made = [root];
    for (let depth = 0; depth < 15; depth += 1) made.push(join(made.at(-1) ?? '', 'e'.repeat(200)));
    for (const each of made) mkdirSync(each);
    symlinkSync(folder, join(root, 'link'));
    writeFileSync(join(folder, 'beside'), 'stays');
    for (const each of made.toReversed()) chmodSync(each, mode);
    await removeTree(root);
    expect(existsSync(root)).toBe(false);
    expect(existsSync(join(folder, 'beside'))).toBe(true);
    await removeTree(root);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});
