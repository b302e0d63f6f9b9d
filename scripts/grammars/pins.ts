/** Where a grammar comes from: a package of the npm registry, at one version, and the sum of the file taken from it. */
export interface GrammarPin {
  readonly package: string;
  readonly version: string;
  /** Path of the file inside the package. */
  readonly file: string;
  /** Package and version that carry the grammar's own licence, where `package` is a collection of grammars. */
  readonly licenceFrom?: string;
  /** SPDX identifier of the grammar's licence, where no package's manifest states it. */
  readonly licence?: string;
}

const official = (name: string, version: string, file = name): GrammarPin => ({
  package: `tree-sitter-${name.replaceAll('_', '-')}`,
  version,
  file: `tree-sitter-${file}.wasm`,
});

const community = (name: string, version: string, file = name): GrammarPin => ({
  package: `@tree-sitter-grammars/tree-sitter-${name}`,
  version,
  file: `tree-sitter-${file}.wasm`,
});

const collected = (
  collection: '@repomix/tree-sitter-wasms@0.1.17' | '@cursorless/tree-sitter-wasms@0.7.0',
  name: string,
  source: Pick<GrammarPin, 'licenceFrom' | 'licence'>,
): GrammarPin => ({
  package: collection.slice(0, collection.lastIndexOf('@')),
  version: collection.slice(collection.lastIndexOf('@') + 1),
  file: `out/tree-sitter-${name}.wasm`,
  ...source,
});

const REPOMIX = '@repomix/tree-sitter-wasms@0.1.17';
const CURSORLESS = '@cursorless/tree-sitter-wasms@0.7.0';

/** By the name of the grammar, as `src/gates/syntax/tree-sitter/languages.ts` has it. */
export const GRAMMAR_PINS: Readonly<Record<string, GrammarPin>> = {
  bash: official('bash', '0.25.1'),
  c: official('c', '0.24.1'),
  c_sharp: official('c_sharp', '0.23.5'),
  clojure: collected(CURSORLESS, 'clojure', { licence: 'CC0-1.0' }),
  cpp: official('cpp', '0.23.4'),
  css: official('css', '0.25.0'),
  dart: collected(REPOMIX, 'dart', { licenceFrom: 'tree-sitter-dart@1.0.0' }),
  elixir: official('elixir', '0.3.5'),
  elm: collected(CURSORLESS, 'elm', { licenceFrom: '@elm-tooling/tree-sitter-elm@5.7.0' }),
  gdscript: collected(CURSORLESS, 'gdscript', { licenceFrom: 'tree-sitter-gdscript@5.0.1' }),
  go: official('go', '0.25.0'),
  haskell: official('haskell', '0.23.1'),
  hcl: community('hcl', '1.2.0'),
  html: official('html', '0.23.2'),
  java: official('java', '0.23.5'),
  julia: official('julia', '0.23.1'),
  kotlin: community('kotlin', '1.1.0'),
  lua: community('lua', '0.4.1'),
  make: official('make', '1.1.1'),
  nix: collected(CURSORLESS, 'nix', { licenceFrom: 'tree-sitter-nix@0.0.2' }),
  objc: official('objc', '3.0.2'),
  ocaml: official('ocaml', '0.24.2'),
  ocaml_interface: official('ocaml', '0.24.2', 'ocaml_interface'),
  php: official('php', '0.24.2'),
  powershell: official('powershell', '0.26.4'),
  python: official('python', '0.25.0'),
  r: collected(CURSORLESS, 'r', { licenceFrom: '@eagleoutice/tree-sitter-r@1.1.2' }),
  ruby: official('ruby', '0.23.1'),
  rust: official('rust', '0.24.0'),
  scala: official('scala', '0.24.0'),
  solidity: collected(REPOMIX, 'solidity', { licenceFrom: 'tree-sitter-solidity@1.2.13' }),
  sql: {
    package: '@l1xnan/tree-sitter-sql',
    version: '0.4.5',
    file: 'tree-sitter-sql.wasm',
  },
  svelte: official('svelte', '0.11.0'),
  swift: collected(REPOMIX, 'swift', { licenceFrom: 'tree-sitter-swift@0.7.1' }),
  terraform: community('hcl', '1.2.0', 'terraform'),
  vue: collected(REPOMIX, 'vue', { licenceFrom: 'tree-sitter-vue@0.2.1' }),
  xml: collected(CURSORLESS, 'xml', { licenceFrom: '@tree-sitter-grammars/tree-sitter-xml@0.7.0' }),
  zig: community('zig', '1.1.2'),
};
