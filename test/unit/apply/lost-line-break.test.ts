import { describe, expect, test } from 'vitest';
import { apply } from '../../../src/core/apply/apply.ts';
import { decodeText } from '../../support/decode-text.ts';
import { snapshotOf } from '../../support/edit-values.ts';

const FILE = 'def f(x):\n    y = x\n    return y\n\n\ndef g(x):\n    return x\n';

const outcome = (old: string, next: string, file = FILE): unknown => {
  const call = JSON.stringify({ path: 'a.py', old_str: old, new_str: next });
  const applied = apply(decodeText(call), snapshotOf({ 'a.py': file }), { repoName: 'r' });
  const after = applied.patch?.changes[0]?.after;
  if (after) return Buffer.from(after.bytes).toString();
  return applied.rejections.map(({ code, reason }) => `${code}/${reason}`).join();
};

describe('a call whose new text leaves out the line break of the old', () => {
  test.each([
    ['inside the file', '    y = x\n', '    y = x + 1'],
    ['without the first indentation', 'y = x\n', 'y = x + 1'],
    ['several lines', 'def f(x):\n    y = x\n    return y\n', 'def f(x):\n    return x'],
    ['before empty lines', '    return y\n\n\n', '    return y'],
    ['at the end of the file', '    return x\n', '    return x + 1'],
    ['with the break before it too', '\n    y = x\n', '\n    y = x + 1'],
    ['at the start of the text', '\n    y = x', '    y = x + 1'],
  ])('%s is refused', (_, old, next) => {
    expect(outcome(old, next)).toBe('malformed-edit/lost-line-break');
    expect(outcome(old, next, FILE.replaceAll('\n', '\r\n'))).toBe(
      'malformed-edit/lost-line-break',
    );
  });
  test.each([
    [
      'part of a line',
      'x):\n    y = x\n',
      'x): y = x; ',
      FILE.replace('x):\n    y = x\n', 'x): y = x; '),
    ],
    ['lines that go', '    y = x\n', '', FILE.replace('    y = x\n', '')],
    ['fewer empty lines', 'y\n\n\n', 'y\n\n', FILE.replace('y\n\n\n', 'y\n\n')],
  ])('%s is carried out', (_, old, next, expected) => {
    expect(outcome(old, next)).toBe(expected);
  });
  test('a file that ends without one takes the new end', () => {
    expect(outcome('    return x\n', '    return x + 1', FILE.trimEnd())).toBe(
      FILE.trimEnd() + ' + 1',
    );
  });
});
