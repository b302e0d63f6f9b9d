import { spawnSync } from 'node:child_process';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitCommand } from '../../../src/config/split-command.ts';

/** The words that a real shell makes of a text. */
function shellWords(text: string): readonly string[] {
  const { stdout, status } = spawnSync('sh', ['-c', `printf '%s\\0' ${text}`], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '' },
  });
  return status === 0 ? stdout.split('\0').slice(0, -1) : ['the shell refuses it'];
}

test('what is split without a shell is split as a shell would', () => {
  const pieces = [
    'a',
    'b c',
    ' ',
    '  ',
    '"',
    "'",
    '\\',
    '\\ ',
    '\\\n',
    '"\\$"',
    "'*'",
    '\\"',
    "\\'",
    '=',
    '-x',
    '.',
    '{files}',
    '/',
    '#',
    '!',
    '[',
    ']',
    '~',
    ':',
    ',',
    '@',
    '%',
    '^',
    '+',
    'é',
    '\t',
    '""',
    "''",
  ];
  let compared = 0;
  expect(() =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), (parts) => {
        const text = `run ${parts.join('')}`;
        const split = splitCommand(text);
        if (!split.ok) return true;
        compared += 1;
        return JSON.stringify(split.value) === JSON.stringify(shellWords(text));
      }),
      { numRuns: 400 },
    ),
  ).not.toThrow();
  expect(compared).toBeGreaterThan(50);
});
