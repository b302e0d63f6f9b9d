import { describe, expect, test } from 'vitest';
import { summary } from '../../support/decode-text.ts';

const WHOLE = [
  '<function_calls>',
  '<invoke name="str_replace">',
  '<parameter name="path">src/a.ts</parameter>',
  '<parameter name="old_string">a</parameter>',
  '<parameter name="new_string">b</parameter>',
  '</invoke>',
].join('\n');
const AB = 'replace src/a.ts "a" -> "b"';

describe('a response that ends in the middle of a further edit', () => {
  test.each([
    '<',
    '</',
    '</function_ca',
    '<invoke',
    '<invoke name="str_repla',
    '<invoke name="x',
    '<replace_in_file',
    '<<<<<<< SEA',
    '[[[SEA',
    '*** Begin P',
  ])('%s', (end) => {
    expect(summary(`${WHOLE}\n${end}`)).toContain('! truncated-response missing-closer');
  });

  test.each(['</function_calls>', 'It is < that.', '<3', '<!-- done -->', 'a </', '<b>bold</b>'])(
    'nor is it %s',
    (end) => {
      expect(summary(`${WHOLE}\n${end}`)).toEqual([AB]);
    },
  );
});

describe('a diff that ends in the header of a further file', () => {
  const diff =
    'diff --git a/src/a.ts b/src/a.ts\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n';
  test.each(['diff --g', 'diff --git a/src/b.ts b/sr', '--- a/src/b.ts\n+++ b/src/b.ts'])(
    '%s',
    (end) => {
      expect(summary(`${diff}${end}\n`).join(' ')).toMatch(/! (?:truncated|malformed)/);
    },
  );
});
