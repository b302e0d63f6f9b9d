import { lex } from '../../source/lex.ts';
import { sourceLanguage } from '../../source/source-language.ts';
import type { ImportReader } from './import-reader.ts';

const LANGUAGE = sourceLanguage('a.ts');
const CALLS: ReadonlySet<string> = new Set(['import', 'require']);

/**
 * Specifiers of `import`, `export ... from`, `import()`, `require()` and what is called like `require.resolve()` or
 * `vi.mock()`: a string right after `from` or `import`, or the first argument of such a call.
 */
export const javascriptReader: ImportReader = {
  language: 'javascript',
  extensions: ['js', 'jsx', 'mjs', 'cjs', 'ts', 'tsx', 'mts', 'cts', 'vue', 'svelte', 'astro'],
  read(text) {
    const specifiers = new Set<string>();
    let last = '';
    let beforeLast = '';
    for (const { kind, start, end } of lex(text, LANGUAGE)) {
      if (kind === 'comment') continue;
      const word = text.slice(start, Math.min(end, start + 400));
      const isImported =
        last === 'from' || last === 'import' || (last === '(' && isCall(beforeLast));
      if (kind === 'string' && isImported && '\'"`'.includes(word[0] ?? '')) {
        const specifier = word.slice(1, -1);
        if (specifier !== '' && !/[\n$]/.test(specifier)) specifiers.add(specifier);
      }
      beforeLast = last;
      last = word;
    }
    return [...specifiers];
  },
};

const MOCKS: ReadonlySet<string> = new Set([
  'resolve',
  'mock',
  'doMock',
  'unmock',
  'importActual',
  'requireActual',
  'createRequire',
]);
const isCall = (name: string): boolean => CALLS.has(name) || MOCKS.has(name);
