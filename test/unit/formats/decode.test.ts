import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode } from '../../../src/core/formats/decode.ts';
import type { Decoded } from '../../../src/core/formats/decoded.ts';
import { responseText } from '../../../src/core/formats/response-text.ts';
import { decodeText, summary } from '../../support/decode-text.ts';
import { HOSTILE_RESPONSES } from '../../support/hostile-responses.ts';
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
  test.each(HOSTILE_RESPONSES)(
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

describe('a response that is refused whole is not read to its end', () => {
  const tooLarge = (reason: string, actual: number, limit: number): object => ({
    edits: [],
    spans: [],
    rejections: [{ code: 'payload-too-large', reason, facts: { actual, limit } }],
  });
  const block = (at: number): string =>
    `a${at}.ts\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n\n`;
  const blocks = (count: number): string =>
    Array.from({ length: count }, (_, at) => block(at)).join('');

  test('blocks: the limit passes, one more does not, and many more are not counted', () => {
    expect(decodeText(blocks(500)).edits).toHaveLength(500);
    expect(decodeText(blocks(501))).toMatchObject(tooLarge('blocks', 501, 500));
    expect(decodeText(blocks(900))).toMatchObject(tooLarge('blocks', 501, 500));
  });

  test('blocks in one fence', () => {
    const fenced = `\`\`\`\`\n${blocks(900)}\`\`\`\`\n`;
    expect(decodeText(fenced)).toMatchObject(tooLarge('blocks', 501, 500));
  });

  test('hunks of one diff', () => {
    const hunks = (count: number): string =>
      Array.from({ length: count }, (_, at) => `@@\n k\n-${at}\n+b\n`).join('');
    const diff = `--- a/a.ts\n+++ b/a.ts\n${hunks(2000)}`;
    expect(decodeText(`\`\`\`diff\n${diff}\`\`\`\n`).rejections).toMatchObject([
      { code: 'payload-too-large', reason: 'blocks' },
    ]);
    const idle = diff.replaceAll(/^[+-](?=\w)/gm, ' ');
    const refused = decodeText(`\`\`\`diff\n${idle}\`\`\`\n`).rejections;
    expect(refused).toHaveLength(500);
    expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(['hunk-without-change']));
  });

  test('parts', () => {
    const parts = (count: number): string => '```\nx\n```\n'.repeat(count);
    expect(decodeText(`${block(1)}${parts(19_999)}`).edits).toHaveLength(1);
    expect(decodeText(`${block(1)}${parts(30_000)}`)).toMatchObject(
      tooLarge('parts', 20_001, 20_000),
    );
    const text = `${block(1)}${parts(30_000)}`;
    const message = { type: 'message', content: [{ type: 'text', text }] };
    expect(decodeText(JSON.stringify(message)).rejections).toEqual([
      {
        code: 'payload-too-large',
        reason: 'parts',
        facts: { limit: 20_000 },
        responseLines: [1, 1],
      },
    ]);
  });

  test('refusals: what comes after five hundred is said to be unread', () => {
    const refused = 'In `a.ts`:\n```\nx\n```\n';
    const { rejections, spans } = decodeText(`${refused.repeat(700)}The end.\n`);
    expect(rejections).toHaveLength(500);
    expect(spans.at(-1)).toMatchObject({
      kind: 'ignored',
      reason: 'not read: too much above is refused',
      firstLine: 2001,
      lastLine: 2801,
    });
    expect(decodeText(refused.repeat(499)).spans.at(-1)?.kind).toBe('unclassified');
  });
});

test('an edit that is cut off in a fence is one refusal, not two', () => {
  const { rejections } = decodeText(
    'src/a.ts\n```ts\n<<<<<<< SEARCH\none\n=======\ntwo\n  if (!it\n',
  );
  expect(rejections).toMatchObject([{ code: 'truncated-response', responseLines: [3, 7] }]);
});
