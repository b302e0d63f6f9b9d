import { baseName } from '../apply/tree-index.ts';

/** How one kind of string literal is written. */
export interface StringRule {
  readonly open: string;
  readonly close: string;
  /** A backslash takes the next character along. */
  readonly hasEscapes: boolean;
  readonly isMultiline: boolean;
}

/** What is needed to tell code from comments and strings. A family serves many languages. */
export interface SourceLanguage {
  readonly family: 'javascript' | 'c' | 'python' | 'hash' | 'text';
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [open: string, close: string])[];
  /** Longest opening first. */
  readonly strings: readonly StringRule[];
  /** White space at the head of a line has meaning. */
  readonly isIndented: boolean;
}

const quoted = (quote: string): StringRule => ({
  open: quote,
  close: quote,
  hasEscapes: true,
  isMultiline: false,
});

const long = (quote: string, hasEscapes = true): StringRule => ({
  open: quote,
  close: quote,
  hasEscapes,
  isMultiline: true,
});

const C_COMMENTS = { lineComments: ['//'], blockComments: [['/*', '*/']] } as const;

const JAVASCRIPT: SourceLanguage = {
  family: 'javascript',
  ...C_COMMENTS,
  strings: [quoted("'"), quoted('"'), long('`')],
  isIndented: false,
};

const C: SourceLanguage = {
  family: 'c',
  ...C_COMMENTS,
  strings: [long('"""'), quoted('"'), quoted("'")],
  isIndented: false,
};

const GO: SourceLanguage = { ...C, strings: [quoted('"'), quoted("'"), long('`', false)] };

/** A single quote also begins a lifetime, so only double quotes delimit here. */
const RUST: SourceLanguage = { ...C, strings: [long('"')] };

const STYLE: SourceLanguage = { ...C, strings: [quoted('"'), quoted("'")] };

const PYTHON: SourceLanguage = {
  family: 'python',
  lineComments: ['#'],
  blockComments: [],
  strings: [long('"""'), long("'''"), quoted('"'), quoted("'")],
  isIndented: true,
};

const HASH: SourceLanguage = {
  family: 'hash',
  lineComments: ['#'],
  blockComments: [],
  strings: [quoted('"'), quoted("'")],
  isIndented: false,
};

const YAML: SourceLanguage = { ...HASH, isIndented: true };

/** Words and blanks: nothing is a comment, nothing a string. */
const TEXT: SourceLanguage = {
  family: 'text',
  lineComments: [],
  blockComments: [],
  strings: [],
  isIndented: true,
};

const byExtension = (
  extensions: string,
  language: SourceLanguage,
): readonly (readonly [string, SourceLanguage])[] =>
  extensions.split(' ').map((extension) => [extension, language] as const);

const LANGUAGES: ReadonlyMap<string, SourceLanguage> = new Map([
  ...byExtension('js jsx mjs cjs ts tsx mts cts json jsonc json5', JAVASCRIPT),
  ...byExtension('java kt kts scala cs swift dart groovy php', C),
  ...byExtension('c h cc cpp cxx hh hpp hxx m mm proto zig', C),
  ...byExtension('go', GO),
  ...byExtension('rs', RUST),
  ...byExtension('css scss less', STYLE),
  ...byExtension('py pyi', PYTHON),
  ...byExtension('rb sh bash zsh ex exs pl toml ini cfg', HASH),
  ...byExtension('yml yaml', YAML),
]);

/** The extension of a path's last segment, lower case, without its dot; empty where it has none. */
export function extensionOf(path: string): string {
  const name = baseName(path);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

/** How to read a file, from its name alone; plain text where the name says nothing. */
export const sourceLanguage = (path: string): SourceLanguage =>
  LANGUAGES.get(extensionOf(path)) ?? TEXT;
