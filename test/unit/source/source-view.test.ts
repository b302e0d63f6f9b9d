import { array, assert as assertHolds, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lex } from '../../../src/core/source/lex.ts';
import { sourceLanguage } from '../../../src/core/source/source-language.ts';
import { viewOf } from '../../../src/core/source/source-view.ts';

const shown = (path: string, text: string): readonly string[] =>
  lex(text, sourceLanguage(path)).map(
    ({ kind, start, end }) => `${kind[0]}:${text.slice(start, end)}`,
  );

describe('lex', () => {
  test.each([
    ['a.ts', `a = 'x\\'y' // z`, ['w:a', 's:=', `s:'x\\'y'`, 'c:// z']],
    [
      'a.ts',
      'f(/[/"]/.test(x)) / 2',
      ['w:f', 's:(', 's:/[/"]/', 's:.', 'w:test', 's:(', 'w:x', 's:)', 's:)', 's:/', 'w:2'],
    ],
    ['a.ts', '`a\nb` /* c\nd */ e', ['s:`a\nb`', 'c:/* c\nd */', 'w:e']],
    ['a.py', `x = """a'b"""  # c`, ['w:x', 's:=', `s:"""a'b"""`, 'c:# c']],
    [
      'a.rs',
      `fn f<'a>(x: &'a str) {}`,
      [
        'w:fn',
        'w:f',
        's:<',
        `s:'`,
        'w:a',
        's:>',
        's:(',
        'w:x',
        's::',
        's:&',
        `s:'`,
        'w:a',
        'w:str',
        's:)',
        's:{',
        's:}',
      ],
    ],
    ['a.sh', 'echo a#b $# # c', ['w:echo', 'w:a', 's:#', 'w:b', 'w:$', 's:#', 'c:# c']],
    ['a.md', `# it's`, ['s:#', 'w:it', `s:'`, 'w:s']],
    ['a.ts', `'open\nb`, [`s:'open`, 'w:b']],
  ])('%s: %j', (path, text, tokens) => {
    expect(shown(path, text)).toEqual(tokens);
  });

  test('covers any text, in order, without overlap', () => {
    const paths = ['a.ts', 'a.py', 'a.go', 'a.rs', 'a.sh', 'a.md', 'a.yml', 'a.css'];
    const pieces = constantFrom(
      "'",
      '"',
      '`',
      '/',
      '*',
      '\\',
      '\n',
      '#',
      '"""',
      'a',
      ' ',
      '[',
      ']',
      '\u{1F600}',
    );
    assertHolds(
      property(constantFrom(...paths), array(pieces), (path, parts) => {
        const text = parts.join('');
        let at = 0;
        for (const { start, end } of lex(text, sourceLanguage(path))) {
          expect(text.slice(at, start).trim()).toBe('');
          expect(end).toBeGreaterThan(start);
          at = end;
        }
        expect(text.slice(at).trim()).toBe('');
        const view = viewOf(text, sourceLanguage(path));
        expect(view.code.map((line) => line.length)).toEqual(view.lines.map((line) => line.length));
        expect(view.comments.length).toBe(view.lines.length);
      }),
    );
  });
});

test('a view parts code from comments', () => {
  const view = viewOf(`a('b // c') // d\n/* e\nf */ g`, sourceLanguage('a.ts'));
  expect(view.code).toEqual([`a('      ')     `, '    ', '     g']);
  expect(view.comments).toEqual(['// d', '/* e', 'f */']);
});
