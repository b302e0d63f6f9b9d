import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode } from '../../../src/core/formats/decode.ts';
import type { Decoded } from '../../../src/core/formats/decoded.ts';
import { responseText } from '../../../src/core/formats/response-text.ts';
import { decodeText, summary } from '../../support/decode-text.ts';
import { brokenResponse } from '../../support/response-fragments.ts';

/** Spans follow one another without gap or overlap, edits stand inside the response, and no answer is silent. */
function checkSound(bytes: Uint8Array, decoded: Decoded): void {
  const text = responseText(bytes);
  let at = 0;
  let line = 0;
  for (const span of decoded.spans) {
    expect([span.start, span.firstLine]).toEqual([at, line + 1]);
    expect(span.end).toBeGreaterThan(span.start);
    at = span.end;
    line = span.lastLine;
  }
  expect(at).toBe(text.length);
  const lines = text === '' ? 0 : text.split('\n').length;
  let last = 0;
  for (const { origin } of decoded.edits) {
    expect(origin.block).toBeGreaterThan(last);
    last = origin.block;
    expect(origin.line).toBeGreaterThanOrEqual(1);
    expect(origin.endLine).toBeGreaterThanOrEqual(origin.line);
    expect(origin.endLine).toBeLessThanOrEqual(lines);
  }
  const isSilent = decoded.edits.length === 0 && decoded.rejections.length === 0;
  expect(isSilent).toBe(false);
  expect(JSON.stringify(decoded.edits)).not.toContain('\ufffd');
}

describe('decode', () => {
  test('whatever comes in, it answers, and every character belongs to one span', () => {
    fc.assert(
      fc.property(brokenResponse, (text) => {
        const bytes = new TextEncoder().encode(text);
        checkSound(bytes, decode(bytes));
        expect(decode(bytes)).toEqual(decode(bytes));
      }),
      { numRuns: 1000 },
    );
  });
  test('any bytes at all', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        checkSound(bytes, decode(bytes));
        expect(decode(bytes).rejections.length + decode(bytes).edits.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});

describe('encodings of a response', () => {
  const text = 'src/ä.ts\n```ts\nö\n```\n';
  const expected = ['write src/ä.ts "ö\\n"'];
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16 LE', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 BE', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['CRLF', Buffer.from(text.replaceAll('\n', '\r\n'))],
  ])('%s', (_, bytes) => {
    const { edits, rejections } = decode(bytes);
    expect(rejections).toEqual([]);
    expect(edits.map((edit) => edit.kind === 'write' && [edit.target.path, edit.content])).toEqual([
      ['src/ä.ts', 'ö\n'],
    ]);
    expect(summary(text)).toEqual(expected);
  });
  test('72 bytes that are no text may stand in prose, never in an edit', () => {
    const prose = Buffer.from('Gr\xfc\xdfe\n\nsrc/a.ts\n```ts\na\n```\n', 'latin1');
    expect(decode(prose).rejections).toEqual([]);
    const edit = Buffer.from('src/a.ts\n```ts\nGr\xfc\xdfe\n```\n', 'latin1');
    expect(decode(edit)).toMatchObject({
      edits: [],
      rejections: [{ code: 'encoding-refused', path: 'src/a.ts', responseLines: [1, 4] }],
    });
  });
  test.each(['\ufffd', '\0'])('%j never reaches an edit', (char) => {
    expect(summary(`src/a.ts\n\`\`\`ts\na${char}\n\`\`\`\n`)).toEqual([
      '! encoding-refused unwritable-character src/a.ts',
    ]);
  });
  test('77 other line breaks are content', () => {
    expect(summary('src/a.ts\n```ts\na\u2028b\u000bc\rd\u0085e\n```\n')).toEqual([
      `write src/a.ts ${JSON.stringify('a\u2028b\u000bc\rd\u0085e\n')}`,
    ]);
  });
});

describe('143 bounded work', () => {
  const MEGABYTE = 1024 * 1024;
  const fill = (piece: string): string => piece.repeat(Math.ceil(MEGABYTE / piece.length));
  test.each([
    ['openers', fill('<<<<<<< SEARCH\n')],
    ['unclosed blocks', fill('a.ts\n<<<<<<< SEARCH\na\n=======\nb\n')],
    ['bracket openers', fill('[[[SEARCH]]]\n')],
    ['dividers', `a.ts\n<<<<<<< SEARCH\n${fill('=======\n')}>>>>>>> REPLACE\n`],
    ['fences', fill('```\n')],
    ['labelled fences', fill('```ts\n')],
    [
      'fences of many lengths',
      Array.from({ length: 1400 }, (_, at) => '`'.repeat(1400 - at)).join('\n'),
    ],
    ['fences of alternating kinds', fill('src/a.ts\n~~~ts\nx\n~~~\n\nsrc/b.ts\n```ts\nx\n```\n')],
    ['braces', fill('{\n')],
    ['brackets', fill('[\n')],
    ['open arrays', fill('[\n1,\n')],
    ['open objects', fill('{"a": [\n{"b": 1},\n')],
    ['open strings', fill('{"old_str": "\n')],
    ['one long line', fill('a')],
    ['one long line of paths', fill('src/a.ts ')],
    ['one long line of backticks', fill('` ')],
    ['one long line of blanks', fill(' ')],
    ['long caption-like lines', fill(`${'a '.repeat(180)} (x)\n`)],
    ['patches', fill('*** Begin Patch\n')],
    ['hunks', `\`\`\`diff\n--- a/a.ts\n+++ b/a.ts\n${fill('@@\n-a\n+b\n')}\`\`\`\n`],
    ['blank hunk lines', `\`\`\`diff\n--- a/a.ts\n+++ b/a.ts\n@@\n-a\n${fill('\n')}+b\n\`\`\`\n`],
    ['blank hunk lines in the open', `--- a/a.ts\n+++ b/a.ts\n@@\n-a\n${fill('\n')}+b\n`],
    ['diff headers', fill('diff --git a/a b/a\n')],
    ['quotes', fill('> a\n')],
    ['tags', fill('<edits>\n')],
    ['pairs', `a.ts\n<edits>\n${fill('<old_text>a</old_text><new_text>b</new_text>\n')}</edits>\n`],
    ['open pairs', fill('<old_text>\n')],
    ['open calls', fill('<write_to_file>\n<path>\n')],
    ['parameters', `<invoke name="edit">\n${fill('<parameter name="a">\n')}</invoke>\n`],
    ['mail heads', fill(`From ${'a'.repeat(40)} Mon\nFrom: a <a@b>\nSubject: x\n\n`)],
    ['headers', fill('Read: a\n')],
    ['front matter', `---\n${fill('Message: a\n')}`],
    ['reasoning', fill('<think>\n')],
    ['refusals', `*** Begin Patch\n${fill('*** x\n')}*** End Patch\n`],
    ['refused calls', `[${fill('{"path":"a.ts","old_str":"a"},')}{}]`],
    [
      'mails',
      fill(
        `From ${'a'.repeat(40)} Mon\nFrom: a <a@b>\nSubject: x\n\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-a\n+b\n\n`,
      ),
    ],
    ['gutters', `a.ts\n<<<<<<< SEARCH\n${fill('1 | a\n')}=======\n>>>>>>> REPLACE\n`],
    ['entities', `a.ts\n<<<<<<< SEARCH\n${fill('&amp;&lt;\n')}=======\n>>>>>>> REPLACE\n`],
    ['ellipses', `a.ts\n<<<<<<< SEARCH\n${fill('...\n')}=======\n>>>>>>> REPLACE\n`],
    ['escapes', fill('{"path":"a.ts","old_str":"\\\\n","new_str":"b"}\n')],
  ])(
    '%s: a megabyte is answered',
    (_, text) => {
      const before = process.cpuUsage();
      const decoded = decodeText(text, { maxBlocks: 1_000_000 });
      expect(decoded.edits.length + decoded.rejections.length).toBeGreaterThan(0);
      // Processor time, not the clock, and far above what linear work takes: work that squares takes minutes.
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1e6).toBeLessThan(20);
    },
    120_000,
  );
});

test('an edit that is cut off in a fence is one refusal, not two', () => {
  const { rejections } = decodeText(
    'src/a.ts\n```ts\n<<<<<<< SEARCH\none\n=======\ntwo\n  if (!it\n',
  );
  expect(rejections).toMatchObject([{ code: 'truncated-response', responseLines: [3, 7] }]);
});
