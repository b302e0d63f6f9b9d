import { describe, expect, test } from 'vitest';
import { decodeText, summary } from '../../support/decode-text.ts';

const HEX = 'ab'.repeat(20);
const BLOCK = 'File: src/a.ts\n[[[SEARCH]]]\na\n[[[DIVIDER]]]\nb\n[[[REPLACE]]]\n';
const none = { readTokens: [], reads: [], declaredDeletions: [] };

describe('the envelope', () => {
  test.each([
    ['nothing', BLOCK, none],
    [
      'header lines',
      `Target: release/1.2\nBase: ${HEX}\n\n${BLOCK}`,
      { ...none, target: 'release/1.2', base: HEX },
    ],
    [
      'front matter',
      `---\ntarget: main\nmessage: "Fix it"\n---\n${BLOCK}`,
      { ...none, target: 'main', message: 'Fix it' },
    ],
    [
      'a message of several lines',
      `---\nMessage: |\n  Fix it\n\n  Because.\n---\n${BLOCK}`,
      { ...none, message: 'Fix it\n\nBecause.' },
    ],
    [
      'a folded header line',
      `Message: Fix it\n  and more\n\n${BLOCK}`,
      { ...none, message: 'Fix it\nand more' },
    ],
    [
      'an author',
      `Author: Ann Lee <ann@example.com>\n\n${BLOCK}`,
      { ...none, author: { name: 'Ann Lee', email: 'ann@example.com' } },
    ],
    [
      'read tokens',
      `Read: quiet-otter-12\nRead: t2, t3\n\n${BLOCK}`,
      { ...none, readTokens: ['quiet-otter-12', 't2', 't3'] },
    ],
    [
      'reads',
      `Read: src/a.ts@blob:${HEX}\n\n${BLOCK}`,
      { ...none, reads: [{ path: 'src/a.ts', hash: `blob:${HEX}` }] },
    ],
    [
      'a read of a window',
      `Read: src/a.ts:3-9@blob:${HEX}\n\n${BLOCK}`,
      { ...none, reads: [{ path: 'src/a.ts', hash: `blob:${HEX}`, window: [3, 9] }] },
    ],
    [
      'declared deletions',
      `Declares-Deletion: a.ts, b.ts\nDeclares-Deletion: c d.ts\n\n${BLOCK}`,
      { ...none, declaredDeletions: ['a.ts', 'b.ts', 'c d.ts'] },
    ],
    ['a branch above a path', `Target: main\n\n${BLOCK}`, { ...none, target: 'main' }],
    ['bold keys', `**Target:** main\n\n${BLOCK}`, { ...none, target: 'main' }],
  ])('%s', (_, response, envelope) => {
    const decoded = decodeText(response);
    expect(decoded.envelope).toEqual(envelope);
    expect(decoded.rejections).toEqual([]);
    expect(summary(response)).toEqual(['replace src/a.ts "a" -> "b"']);
  });
  test('a Target right above a block is its path', () => {
    const response =
      'Message: Fix\nTarget: src/a.ts\n[[[SEARCH]]]\na\n[[[DIVIDER]]]\nb\n[[[REPLACE]]]\n';
    expect(decodeText(response).envelope).toEqual({ ...none, message: 'Fix' });
    expect(summary(response)).toEqual(['replace src/a.ts "a" -> "b"']);
  });
  test.each([
    ['a bad hash', 'Read: src/a.ts@blob:12'],
    ['two targets', 'Target: main\nTarget: other'],
    ['no address', 'Author: Ann'],
    ['an empty value', 'Base:'],
    ['a backward window', `Read: src/a.ts:9-3@blob:${HEX}`],
    ['a blank in a branch', 'Target: a b'],
  ])('%s is refused', (_, head) => {
    expect(decodeText(`${head}\n\n${BLOCK}`).rejections).toMatchObject([
      { code: 'malformed-edit', reason: 'bad-header' },
    ]);
  });
  test('headers further down are prose', () => {
    expect(decodeText(`Hello.\n\nTarget: main\n\n${BLOCK}`).envelope).toEqual(none);
  });
});

describe('git mail', () => {
  const mail = [
    `From ${HEX} Mon Sep 17 00:00:00 2001`,
    'From: =?UTF-8?q?J=C3=BCrgen?= <j@example.com>',
    'Date: Tue, 1 Oct 2024 10:00:00 +0200',
    'Subject: [PATCH 1/2] Fix a',
    ' and b',
    '',
    'It was wrong.',
    '---',
    ' src/a.ts | 2 +-',
    ' 1 file changed, 1 insertion(+), 1 deletion(-)',
    '',
    'diff --git a/src/a.ts b/src/a.ts',
    'index 123..456 100644',
    '--- a/src/a.ts',
    '+++ b/src/a.ts',
    '@@ -1 +1 @@',
    '-a',
    '+b',
    '-- ',
    '2.39.5',
    '',
  ].join('\n');
  test.each([
    ['in the open', mail],
    ['in a fence', `\`\`\`\n${mail}\`\`\`\n`],
  ])('%s', (_, response) => {
    const decoded = decodeText(response);
    expect(decoded.envelope).toEqual({
      ...none,
      message: 'Fix a and b\n\nIt was wrong.',
      author: { name: 'Jürgen', email: 'j@example.com' },
    });
    expect(summary(response)).toEqual(['replace src/a.ts "a" -> "b"']);
  });
  test('the envelope outranks the mail', () => {
    expect(decodeText(`Message: Mine\n\n${mail}`).envelope.message).toBe('Mine');
  });
});

test('very many declared deletions are read', () => {
  const paths = Array.from({ length: 150_000 }, (_, at) => `a${at}`);
  const { envelope } = decodeText(`Declares-Deletion: ${paths.join(', ')}\n\nx\n`);
  expect(envelope.declaredDeletions.length).toBeLessThanOrEqual(paths.length);
  expect(envelope.declaredDeletions[0]).toBe('a0');
});
