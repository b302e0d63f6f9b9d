/**
 * False alarms of the syntax gate on sound changes of published code, in the languages that it reads with a grammar:
 * files of Debian's source packages, each changed by taking one whole declaration out of it. What is refused is printed,
 * to be looked at; in C, C++, CSS, SQL and some more a break is told and refuses nothing.
 *
 *   node scripts/bench/declaration-alarms.ts [--most N] [--seed N] [--folder PATH]... [--json] [PACKAGE...]
 */
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Language, Parser } from 'web-tree-sitter';
import { loadGrammarFile } from '../../src/gates/syntax/tree-sitter/grammar-file.ts';
import { grammarChecker } from '../../src/gates/syntax/tree-sitter/grammar-checker.ts';
import { GRAMMAR_LANGUAGES } from '../../src/gates/syntax/tree-sitter/languages.ts';
import { seededRandom } from '../trials/seeded-random.ts';
import { AlarmTally, filesUnder, textAt } from './alarm-tally.ts';
import { debianPackages } from './debian-packages.ts';
import { wholeDeclarations } from './whole-declarations.ts';
import { scriptOptions } from '../script-options.ts';

const { values, positionals } = scriptOptions(
  'usage: npm run bench:declarations -- [--most N] [--seed S] [--folder DIR]... [--json] [PACKAGE]...',
  {
    options: {
      most: { type: 'string', default: '300' },
      seed: { type: 'string', default: '1' },
      folder: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  },
);

/** Source packages and, after them, packages whose files are sources, that together have most of the languages. */
const SOURCE_PACKAGES =
  'antlr4 bacula curl dart dracut elixir-lang fmtlib git gnustep-base godot golang-golang-x-net golang-golang-x-tools guava-libraries haskell-aeson haskell-lens junit5 keepass2 kotlin leveldb nix ocaml-batteries ocaml-dune php-twig phpunit postgis protobuf r-cran-ggplot2 re2 scala sqlite3 thrift xmonad'.split(
    ' ',
  );
const FILE_PACKAGES =
  'ansible awesome bash-completion bacula-common cdbs docbook-xsl dpkg-dev fonts-font-awesome libjs-bootstrap5 libjs-jquery-ui librust-clap-dev librust-regex-dev librust-syn-dev librust-tokio-dev lua-penlight prosody python3-django python3-sympy ruby-activerecord ruby-rack ruby-sinatra sphinx-rtd-theme-common'.split(
    ' ',
  );

/** Changes that are made of one file. */
const PER_FILE = 2;

// The optimising compiler takes seconds over a grammar's lexer.
setFlagsFromString('--liftoff-only');
await Parser.init();
const parsers = new Map<string, Promise<Parser>>();

function parserOf(grammar: string): Promise<Parser> {
  const known = parsers.get(grammar);
  if (known !== undefined) return known;
  const made = loadGrammarFile(grammar).then(async (bytes) => {
    const parser = new Parser();
    parser.setLanguage(await Language.load(bytes));
    return parser;
  });
  parsers.set(grammar, made);
  return made;
}

const grammars = GRAMMAR_LANGUAGES.map((language) => ({
  grammar: language.grammar,
  claims: grammarChecker(language).claims,
}));

/** The text with one of its declarations taken out, some times over; none where no grammar is for it. */
async function withoutOne(path: string, text: string): Promise<readonly string[]> {
  const found = grammars.find(({ claims }) => claims(path, text));
  if (found === undefined) return [];
  const parser = await parserOf(found.grammar);
  const lines = text.split('\n');
  const deadline = performance.now() + 5000;
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > deadline });
  if (tree === null) {
    parser.reset();
    return [];
  }
  const declarations = wholeDeclarations(found.grammar, tree.rootNode, lines);
  tree.delete();
  return seededRandom(Number(values.seed), path)
    .shuffled(declarations)
    .slice(0, PER_FILE)
    .map(({ from, to }) => [...lines.slice(0, from), ...lines.slice(to)].join('\n'));
}

const tally = new AlarmTally(Number(values.most));

async function judgeFolder(label: string, folder: string): Promise<void> {
  for (const path of filesUnder(folder)) {
    const before = textAt(join(folder, path));
    if (before === null || !tally.wants({ label, path, before, after: before })) continue;
    for (const after of await withoutOne(path, before)) {
      await tally.judge({ label, path, before, after });
    }
  }
}

for (const folder of values.folder) await judgeFolder(folder, folder);
const isChosen = positionals.length > 0 || values.folder.length > 0;
const sourceNames = isChosen ? positionals : SOURCE_PACKAGES;
const fileNames = isChosen ? [] : FILE_PACKAGES;
if (sourceNames.length > 0) {
  const packages = debianPackages();
  const judgePackage = async (name: string, folder: string | null): Promise<void> => {
    process.stderr.write(`${name}${folder === null ? ': cannot be fetched' : ''}\n`);
    if (folder === null) return;
    await judgeFolder(name, folder);
    packages.drop(folder);
  };
  try {
    for (const name of sourceNames) {
      await judgePackage(name, packages.sources(name) ?? packages.files(name));
    }
    for (const name of fileNames) await judgePackage(name, packages.files(name));
  } finally {
    packages.close();
  }
}
if (values.json) {
  console.log(JSON.stringify(tally.lines('syntax: false alarms, one declaration less'), null, 2));
} else {
  tally.print();
}
process.exit(0);
