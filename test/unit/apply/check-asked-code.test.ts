import { describe, expect, test } from 'vitest';
import { checkAskedCode } from '../../../src/core/apply/check-asked-code.ts';
import { Findings } from '../../../src/core/apply/findings.ts';
import type { Span } from '../../../src/core/formats/decoded.ts';
import type { FileChange } from '../../../src/core/model/patch.ts';
import type { Rejection } from '../../../src/core/model/rejection.ts';
import { target } from '../../support/edit-values.ts';

const code = (intent: Span['intent'], quoted: string | undefined): Span => ({
  start: 0,
  end: 1,
  firstLine: 5,
  lastLine: 9,
  kind: 'prose',
  reason: '',
  ...(quoted === undefined ? {} : { quoted }),
  ...(intent === undefined ? {} : { intent }),
});

const changed = (text: string): FileChange => ({
  path: target('src/a.js').path,
  before: { bytes: Buffer.from(text), mode: '100644' },
  after: { bytes: Buffer.from('other\n'), mode: '100644' },
  regions: [],
  blocks: [1],
  isWhole: false,
  isDeclaredDeletion: false,
});

/** What is said of code beside a change of a file with that text. */
function said(text: string, span: Span, rejections: readonly Rejection[] = []): readonly string[] {
  const findings = new Findings();
  findings.rejections.push(...rejections);
  checkAskedCode([span], [changed(text)], findings);
  const { holds } = findings;
  return [...findings.rejections.slice(rejections.length), ...holds].map((each) => each.code);
}

const FILE = 'line one here\nline two here\nline three here\nline four here\n';

describe('a version of a changed file', () => {
  test.each<readonly [string, string, readonly string[]]>([
    [
      'three lines of four',
      'line two here\nline one here\nline three here\nnew line here',
      ['hedged-edit'],
    ],
    ['two lines of three', 'line two here\nline one here\nnew line here', []],
    ['its very lines in another order', 'line two here\nline one here\nline three here', []],
    [
      'half of the lines',
      'line two here\nline one here\nline three here\nnew line a\nnew line b\nnew line c',
      [],
    ],
    [
      'more than half of them, indented otherwise',
      '  line two here\n  line one here\n  line three here\n  new line a\n  new line b',
      ['hedged-edit'],
    ],
  ])('%s', (_name, quoted, expected) => {
    expect(said(FILE, code('open', quoted))).toEqual(expected);
  });

  test('only lines of eight characters and more count, blanks left out', () => {
    const version = (line: string): string =>
      `${line}\nline two here\nline one here\nnew line here`;
    const one = 'a b c d e f g h';
    const short = 'a b c d e f g';
    expect(said(`${FILE}${one}\n`, code('open', version(one)))).toEqual(['hedged-edit']);
    expect(said(`${FILE}${short}\n`, code('open', version(short)))).toEqual([]);
  });
});

describe('code that is asked for', () => {
  const ASKED = ['unclassified-edit'];

  test.each<readonly [string, Span, readonly string[]]>([
    ['stands nowhere', code('asked', 'one new line\nanother'), ASKED],
    ['stands there', code('asked', 'line one here\nline two here'), []],
    ['stands there in part', code('asked', 'line one here\n// ...\nnew line here'), ASKED],
    [
      'stands there with its head left out',
      code('asked', '// ...\nline one here\nline two here'),
      [],
    ],
    ['is blank', code('asked', ' \n'), []],
    ['is only shown', code('shown', 'one new line\nanother'), []],
    ['has no words', code(undefined, 'one new line\nanother'), []],
    ['has no code', code('asked', undefined), []],
  ])('%s', (_name, span, expected) => {
    expect(said(FILE, span)).toEqual(expected);
  });

  test.each<readonly [string, Rejection, readonly string[]]>([
    ['refused already', { code: 'unclassified-edit', responseLines: [5, 9] }, []],
    [
      'beside a refusal of other lines',
      { code: 'unclassified-edit', responseLines: [1, 9] },
      ASKED,
    ],
    ['beside a refusal without lines', { code: 'unclassified-edit' }, ASKED],
    ['refused for something else', { code: 'malformed-edit', responseLines: [5, 9] }, ASKED],
  ])('%s', (_name, rejection, expected) => {
    expect(said(FILE, code('asked', 'one new line\nanother'), [rejection])).toEqual(expected);
  });
});
