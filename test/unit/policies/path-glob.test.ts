import * as fc from 'fast-check';
import { Minimatch } from 'minimatch';
import { expect, test } from 'vitest';
import { isMeantBy, traceOf } from '../../../src/core/policies/path-glob.ts';
import { DEFAULT_PROTECTED } from '../../../src/core/policies/protected-defaults.ts';

/* The short cuts must never hide a path that the glob is for. */

const segment = fc.constantFrom('a', 'B', 'ab', 'a.b', '.github', 'x-y', 'tsconfig.json', 'ß', 'İ');
const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const part = fc.constantFrom('**', '*', 'a*', '*.b', 'ts*.json', '.', '{a,b}', '[ab]', '?b');
const glob = fc
  .array(fc.oneof(segment, part), { minLength: 1, maxLength: 4 })
  .chain((parts) => fc.constantFrom(parts.join('/'), `/${parts.join('/')}`, `${parts.join('/')}/`));

function meantSlowly(name: string, pattern: string): boolean {
  const isFolder = pattern.endsWith('/');
  const bare = isFolder ? pattern.replace(/\/+$/, '') : pattern;
  if (bare === '') return isFolder;
  const compiled = new Minimatch(bare.startsWith('/') ? bare.slice(1) : bare, {
    dot: true,
    matchBase: !bare.includes('/'),
    nocase: true,
    nocomment: true,
    nonegate: true,
    braceExpandMax: 100,
  });
  const parts = name.split('/');
  const folders = parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join('/'));
  return [...folders, ...(isFolder ? [] : [name])].some((each) => compiled.match(each));
}

test('a glob means what it means without short cuts', () => {
  fc.assert(
    fc.property(path, glob, (name, pattern) => {
      expect(isMeantBy(name, pattern)).toBe(meantSlowly(name, pattern));
    }),
    { numRuns: 3000, seed: 7 },
  );
});

test('what a glob is for shows in the trace of all of them', () => {
  fc.assert(
    fc.property(path, fc.array(glob, { minLength: 1, maxLength: 3 }), (name, globs) => {
      const trace = traceOf(globs);
      if (trace === null || !globs.some((each) => meantSlowly(name, each))) return;
      expect(trace.test(name.toLowerCase())).toBe(true);
    }),
    { numRuns: 3000, seed: 7 },
  );
});

test('the built-in rules have a trace, and most paths none of it', () => {
  const trace = traceOf(DEFAULT_PROTECTED.map((rule) => rule.glob));
  expect(trace?.test('src/core/cart.ts')).toBe(false);
  expect(trace?.test('packages/a/tsconfig.build.json')).toBe(true);
});
