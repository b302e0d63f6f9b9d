import { expect, test } from 'vitest';
import { executableCommands, executableHash } from '../../../src/config/executable-hash.ts';
import { parseConfig } from '../../../src/config/parse-config.ts';

const hash = (written: unknown): string | null => {
  const parsed = parseConfig(JSON.stringify(written));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return executableHash(parsed.value);
};

const gate = { name: 'lint', run: 'eslint .' };
const base = { gates: [gate] };

test('nothing executable: null', () => {
  expect(hash({})).toBeNull();
  expect(hash({ limits: { files: 1 }, sandbox: 'off', env: ['A'] })).toBeNull();
});

test.each([
  ['the order of keys', { gates: [{ run: 'eslint .', name: 'lint' }] }],
  ['how the command is spelt', { gates: [{ name: 'lint', run: ['eslint', '.'] }] }],
  ['a default given in words', { gates: [{ ...gate, network: false }] }],
  ['limits', { ...base, limits: { files: 1 } }],
  ['what a gate is about', { gates: [{ ...gate, files: ['*.ts'], timeout: 5, required: false }] }],
])('does not depend on %s', (_, written) => {
  expect(hash(written)).toBe(hash(base));
});

test.each([
  ['a command', { gates: [{ name: 'lint', run: 'eslint src' }] }],
  ['a shell', { gates: [{ ...gate, shell: true }] }],
  ['a fixer', { gates: [{ ...gate, fix: 'eslint --fix .' }] }],
  ['the network', { gates: [{ ...gate, network: true }] }],
  ['another gate', { gates: [gate, { name: 'b', run: 'c' }] }],
  ['a prime command', { ...base, prime: { command: 'npm ci' } }],
  ['variables passed on', { ...base, env: ['TOKEN'] }],
  ['the sandbox', { ...base, sandbox: 'off' }],
  ['a program that answers', { ...base, retry: { command: 'llm' } }],
])('changes with %s', (_, written) => {
  expect(hash(written)).not.toBe(hash(base));
});

test('what a program that answers may see changes it, how long it may take does not', () => {
  const retry = { command: 'llm', env: ['KEY'] };
  expect(hash({ retry })).not.toBe(hash({ retry: { command: 'llm' } }));
  expect(hash({ retry })).not.toBe(hash({ retry: { ...retry, shell: true } }));
  expect(hash({ retry })).toBe(hash({ retry: { ...retry, timeout: 5, max: 1 } }));
  expect(hash({ retry: { max: 1, env: ['KEY'] } })).toBeNull();
});

test('the commands, for the person who is asked', () => {
  const parsed = parseConfig(
    JSON.stringify({
      gates: [{ name: 'lint', run: ['a', 'b c'], fix: 'd' }],
      prime: { command: 'npm ci' },
      retry: { command: 'llm -m x' },
    }),
  );
  expect(parsed.ok && executableCommands(parsed.value)).toEqual([
    { name: 'gate lint', command: 'a "b c"' },
    { name: 'fixer of lint', command: 'd' },
    { name: 'prime', command: 'npm ci' },
    { name: 'retry, on the reply to a refused response', command: 'llm -m x' },
  ]);
});
