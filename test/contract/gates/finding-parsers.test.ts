import { readFileSync, readdirSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../../src/gates/findings/findings-in.ts';
import { FINDING_SAMPLES } from './finding-samples.ts';
import { FALLBACK_PARSER, FINDING_PARSERS } from '../../../src/gates/findings/registry.ts';

const SAMPLES = new URL('./samples/', import.meta.url);
const ROOT = '/tree';
const sample = (name: string): string => readFileSync(new URL(`${name}.txt`, SAMPLES), 'utf8');

test('every recorded output is in the table', () => {
  expect(
    readdirSync(SAMPLES)
      .map((name) => name.replace(/\.txt$/, ''))
      .toSorted(),
  ).toEqual(Object.keys(FINDING_SAMPLES).toSorted());
});

test.each(Object.keys(FINDING_SAMPLES))('%s', (name) => {
  expect(findingsIn(sample(name), ROOT)).toEqual(FINDING_SAMPLES[name]);
});

const PARSERS = [...FINDING_PARSERS, FALLBACK_PARSER];

describe.each(PARSERS.map((parser) => ({ parser, name: parser.name })))(
  '$name',
  ({ parser, name }) => {
    test('has a recorded output that it reads', () => {
      const own = Object.values(FINDING_SAMPLES).filter(({ parsers }) => parsers.includes(name));
      expect(own.length).toBeGreaterThan(0);
    });

    test('never throws, and its places are numbers', () => {
      const fragments = Object.keys(FINDING_SAMPLES).flatMap((key) => sample(key).split('\n'));
      expect(() =>
        fc.assert(
          fc.property(
            fc.array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'binary' }))),
            (lines) =>
              (parser.parse(lines)?.findings ?? []).every(
                ({ line = 1, column = 1 }) => Number.isInteger(line) && Number.isInteger(column),
              ),
          ),
        ),
      ).not.toThrow();
    });
  },
);

test('an output of several programs, one after another', () => {
  const { parsers, list, testCount } = findingsIn(sample('tsc') + sample('vitest'), ROOT);
  expect([parsers, list.length, testCount]).toEqual([['vitest', 'tsc'], 6, 3]);
});

test('no pattern takes long over a long line or a long output', () => {
  const hostile = [
    ' '.repeat(200_000),
    'a'.repeat(200_000),
    `${'a:'.repeat(100_000)}1`,
    '('.repeat(100_000),
    `not ok 1 - ${'#'.repeat(100_000)}`,
    `<testcase ${'a="'.repeat(50_000)}`,
    '<testsuite><testcase name="a">'.repeat(5_000),
    'FAIL '.repeat(50_000),
    `Tests ${'('.repeat(100_000)}`,
  ];
  const started = performance.now();
  for (const text of hostile) findingsIn(text, ROOT);
  findingsIn(hostile.join('\n').repeat(3), ROOT);
  findingsIn('not ok 1 - a\n# Subtest: b\n'.repeat(20_000), ROOT);
  // A quadratic pattern would take minutes: the bound is far from both.
  expect(performance.now() - started).toBeLessThan(20_000);
});
