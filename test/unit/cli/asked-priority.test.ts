import { expect, test } from 'vitest';
import { priorityOf } from '../../../src/cli/asked-priority.ts';

test.each([
  [undefined, undefined],
  ['0', 0],
  ['-0', 0],
  ['9', 9],
  ['+9', 9],
  ['-9', -9],
])('%s is %s', (text, priority) => {
  expect(priorityOf(text)).toBe(priority);
});

test.each(['', ' 1', '10', '-10', '1.5', '1e0', '0x1', 'high', '--1', '١'])(
  '%j is refused with what may stand there',
  (text) => {
    expect(() => priorityOf(text)).toThrow(
      `--priority takes a whole number from -9 to 9, not ${JSON.stringify(text)}`,
    );
  },
);
