import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberedName, safeName } from '../../../src/reporters/view-name.ts';

test.each([
  ['answer.md', 'answer.md'],
  ['two words.txt', 'two words.txt'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['a/b\\c', 'a_b_c'],
  ['.hidden', 'hidden'],
  ['..', 'submission'],
  ['', 'submission'],
  [' . ', 'submission'],
  ['a\u0000\n\u001b[2J', 'a___[2J'],
  ['gpj.\u202eexe', 'gpj._exe'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['what?.md ', 'what_.md'],
  ['ends.', 'ends'],
])('%j -> %j', (name, safe) => {
  expect(safeName(name)).toBe(safe);
});

test('whatever it is called, it is one short, visible name, and safe names stay', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const safe = safeName(name);
      expect(safe).not.toMatch(/[/\\\0]|^\.|^$/);
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(201);
      expect(safeName(safe)).toBe(safe);
    }),
  );
});

test('the extension survives a long name', () => {
  expect(safeName(`${'ü'.repeat(300)}.md`)).toBe(`${'ü'.repeat(98)}.md`);
});

test.each([
  ['answer.md', 1, 'answer.md'],
  ['answer.md', 2, 'answer-2.md'],
  ['a.tar.gz', 3, 'a.tar-3.gz'],
  ['README', 2, 'README-2'],
])('%s number %i', (name, number, numbered) => {
  expect(numberedName(name, number)).toBe(numbered);
});
