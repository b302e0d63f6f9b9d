import type { SyntaxChecker } from '../checker.ts';

/** A language that is read with a tree-sitter grammar, and how its files are told. */
export interface GrammarLanguage {
  /** File name of the grammar: `grammars/<grammar>.wasm.br`. */
  readonly grammar: string;
  /** Name of the language, as people write it. */
  readonly language: string;
  /** Ends of file names, in lower case, with the dot. */
  readonly extensions: readonly string[];
  /** Whole file names, in lower case. */
  readonly names?: readonly string[];
  /** Programs that a first line `#!` names. Looked at only where the file name has no dot in it. */
  readonly interpreters?: readonly string[];
  /**
   * `notes` where the grammar is known to fail on sound files of the language (preprocessors, dialects, templates): a
   * break is then told, not refused. `rejects-unbalanced` where it seldom does: see `SyntaxChecker`.
   */
  readonly verdict: SyntaxChecker['verdict'];
  /** Sound words that the grammar cannot read, and what to read instead: of the same length. */
  readonly readAs?: readonly [sound: RegExp, readable: string];
  /** Its scripts are text to the grammar, and are read as JavaScript or TypeScript besides. */
  readonly embedsScripts?: boolean;
}

/** In this order; where several claim a file (`.h`), one that reads it without a complaint is enough. */
export const GRAMMAR_LANGUAGES: readonly GrammarLanguage[] = [
  {
    grammar: 'bash',
    language: 'Shell',
    extensions: ['.sh', '.bash', '.ksh', '.bats', '.ebuild'],
    names: ['.bashrc', '.bash_profile', '.bash_aliases', '.profile', 'pkgbuild', 'apkbuild'],
    interpreters: ['sh', 'bash', 'dash', 'ksh'],
    verdict: 'rejects-changes',
    // The grammar knows no loop over the arguments, which names no list.
    readAs: [/\bfor \w\w(\w+) do\b/g, 'while $1;do'],
  },
  { grammar: 'c', language: 'C', extensions: ['.c', '.h'], verdict: 'notes' },
  {
    grammar: 'cpp',
    language: 'C++',
    extensions: [
      '.cc',
      '.cpp',
      '.cxx',
      '.c++',
      '.hh',
      '.hpp',
      '.hxx',
      '.ipp',
      '.tpp',
      '.ino',
      '.h',
    ],
    verdict: 'notes',
  },
  { grammar: 'objc', language: 'Objective-C', extensions: ['.m', '.h'], verdict: 'notes' },
  {
    grammar: 'c_sharp',
    language: 'C#',
    extensions: ['.cs', '.csx'],
    verdict: 'rejects',
  },
  {
    grammar: 'clojure',
    language: 'Clojure',
    extensions: ['.clj', '.cljs', '.cljc', '.edn', '.bb'],
    interpreters: ['bb', 'clojure'],
    verdict: 'rejects',
  },
  { grammar: 'css', language: 'CSS', extensions: ['.css'], verdict: 'notes' },
  { grammar: 'dart', language: 'Dart', extensions: ['.dart'], verdict: 'rejects' },
  {
    grammar: 'elixir',
    language: 'Elixir',
    extensions: ['.ex', '.exs'],
    names: ['mix.lock'],
    interpreters: ['elixir'],
    verdict: 'rejects',
  },
  { grammar: 'elm', language: 'Elm', extensions: ['.elm'], verdict: 'rejects-unbalanced' },
  { grammar: 'gdscript', language: 'GDScript', extensions: ['.gd'], verdict: 'rejects' },
  { grammar: 'go', language: 'Go', extensions: ['.go'], verdict: 'rejects' },
  {
    grammar: 'haskell',
    language: 'Haskell',
    extensions: ['.hs', '.hs-boot'],
    interpreters: ['runhaskell', 'runghc'],
    verdict: 'rejects-unbalanced',
  },
  {
    grammar: 'hcl',
    language: 'HCL',
    extensions: ['.hcl', '.nomad'],
    verdict: 'rejects',
  },
  {
    grammar: 'terraform',
    language: 'Terraform',
    extensions: ['.tf', '.tfvars', '.tofu'],
    verdict: 'rejects',
  },
  {
    grammar: 'html',
    language: 'HTML',
    extensions: ['.html', '.htm', '.xhtml'],
    verdict: 'notes',
    embedsScripts: true,
  },
  { grammar: 'java', language: 'Java', extensions: ['.java'], verdict: 'rejects' },
  {
    grammar: 'julia',
    language: 'Julia',
    extensions: ['.jl'],
    interpreters: ['julia'],
    verdict: 'rejects',
  },
  {
    grammar: 'kotlin',
    language: 'Kotlin',
    extensions: ['.kt', '.kts'],
    interpreters: ['kotlin'],
    verdict: 'rejects-unbalanced',
  },
  {
    grammar: 'lua',
    language: 'Lua',
    extensions: ['.lua', '.rockspec'],
    interpreters: ['lua', 'luajit', 'lua5.1', 'lua5.3', 'lua5.4'],
    verdict: 'rejects',
  },
  {
    grammar: 'make',
    language: 'Make',
    extensions: ['.mk', '.mak'],
    names: ['makefile', 'gnumakefile'],
    interpreters: ['make'],
    verdict: 'notes',
  },
  { grammar: 'nix', language: 'Nix', extensions: ['.nix'], verdict: 'rejects' },
  {
    grammar: 'ocaml',
    language: 'OCaml',
    extensions: ['.ml'],
    interpreters: ['ocaml'],
    verdict: 'rejects',
  },
  {
    grammar: 'ocaml_interface',
    language: 'OCaml interface',
    extensions: ['.mli'],
    verdict: 'rejects',
  },
  {
    grammar: 'php',
    language: 'PHP',
    extensions: ['.php', '.phtml', '.php3', '.php4', '.php5', '.phps'],
    interpreters: ['php'],
    verdict: 'rejects',
  },
  {
    grammar: 'powershell',
    language: 'PowerShell',
    extensions: ['.ps1', '.psm1', '.psd1'],
    interpreters: ['pwsh'],
    verdict: 'rejects-unbalanced',
  },
  {
    grammar: 'python',
    language: 'Python',
    extensions: ['.py', '.pyi', '.pyw', '.bzl', '.star'],
    names: ['build.bazel', 'workspace.bazel', 'module.bazel', 'tiltfile', 'sconstruct', 'wscript'],
    interpreters: ['python', 'python2', 'python3', 'pypy3', 'uv'],
    verdict: 'rejects',
  },
  {
    grammar: 'r',
    language: 'R',
    extensions: ['.r'],
    names: ['.rprofile'],
    interpreters: ['rscript'],
    verdict: 'rejects',
  },
  {
    grammar: 'ruby',
    language: 'Ruby',
    extensions: ['.rb', '.rake', '.gemspec', '.ru', '.podspec', '.jbuilder'],
    names: [
      'gemfile',
      'rakefile',
      'podfile',
      'fastfile',
      'appfile',
      'vagrantfile',
      'guardfile',
      'brewfile',
      'dangerfile',
      'capfile',
    ],
    interpreters: ['ruby', 'jruby', 'rake'],
    verdict: 'rejects',
  },
  {
    grammar: 'rust',
    language: 'Rust',
    extensions: ['.rs'],
    interpreters: ['rust-script'],
    verdict: 'rejects',
    // The macro of edition 2015, when the word was not reserved yet.
    readAs: [/\btry!/g, 'tri!'],
  },
  {
    grammar: 'scala',
    language: 'Scala',
    extensions: ['.scala', '.sbt', '.sc', '.mill'],
    interpreters: ['scala', 'amm'],
    verdict: 'rejects-unbalanced',
  },
  { grammar: 'solidity', language: 'Solidity', extensions: ['.sol'], verdict: 'rejects' },
  { grammar: 'sql', language: 'SQL', extensions: ['.sql', '.psql', '.ddl'], verdict: 'notes' },
  {
    grammar: 'svelte',
    language: 'Svelte',
    extensions: ['.svelte'],
    verdict: 'notes',
    embedsScripts: true,
  },
  {
    grammar: 'swift',
    language: 'Swift',
    extensions: ['.swift'],
    interpreters: ['swift'],
    verdict: 'rejects-unbalanced',
  },
  {
    grammar: 'vue',
    language: 'Vue',
    extensions: ['.vue'],
    verdict: 'rejects',
    embedsScripts: true,
  },
  {
    grammar: 'xml',
    language: 'XML',
    extensions: [
      '.xml',
      '.xsd',
      '.xsl',
      '.xslt',
      '.svg',
      '.plist',
      '.csproj',
      '.props',
      '.targets',
      '.resx',
      '.xaml',
      '.storyboard',
      '.xib',
      '.nuspec',
      '.wsdl',
      '.rss',
      '.atom',
      '.fxml',
    ],
    names: ['pom.xml'],
    verdict: 'rejects-changes',
  },
  { grammar: 'zig', language: 'Zig', extensions: ['.zig', '.zon'], verdict: 'rejects' },
];
