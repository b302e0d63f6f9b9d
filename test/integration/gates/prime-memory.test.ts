import { expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import type { TreeEntry } from '../../../src/core/model/patch.ts';
import { PrimeMemory } from '../../../src/gates/prime-memory.ts';

const entry = (path: string, digit: string): TreeEntry => ({
  path,
  mode: '100644',
  oid: asOid(digit.repeat(40)),
});
const AUTO = { mode: 'auto' } as const;

test('a state of the dependencies is known for every tree with the same lock files and manifests', () => {
  const memory = new PrimeMemory();
  memory.keep(AUTO, [entry('package.json', '1'), entry('a.js', '2')], 'primed');
  expect(memory.find(AUTO, [entry('package.json', '1'), entry('a.js', '3')])).toBe('primed');
  for (const path of ['package.json', 'package-lock.json', 'sub/yarn.lock', 'node_modules/x/y']) {
    const others = [entry('package.json', '1'), entry('a.js', '2')].filter(
      (each) => each.path !== path,
    );
    expect(memory.find(AUTO, [...others, entry(path, '9')])).toBeNull();
  }
});

test.each(['differs', 'missing'] as const)('one that %s is not remembered', (status) => {
  const memory = new PrimeMemory();
  memory.keep(AUTO, [entry('package.json', '1')], status);
  expect(memory.find(AUTO, [entry('package.json', '1')])).toBeNull();
});

test('with a command, its keys count, and the command itself', () => {
  const memory = new PrimeMemory();
  const command = { kind: 'words', words: ['make', 'deps'] } as const;
  const prime = {
    mode: 'command',
    run: command,
    keys: ['/deps'],
    folders: [],
    timeout: 1,
    network: false,
  } as const;
  memory.keep(prime, [entry('deps', '1'), entry('package.json', '1')], 'primed');
  expect(memory.find(prime, [entry('deps', '1'), entry('package.json', '2')])).toBe('primed');
  expect(memory.find(prime, [entry('deps', '2')])).toBeNull();
  const other = { ...prime, run: { ...command, words: ['make', 'other'] } };
  expect(memory.find(other, [entry('deps', '1')])).toBeNull();
});
