/** Which words of a response are paths, and which merely look like one. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Extensions that make a bare `name.ext` in prose a file. */
const EXTENSIONS = words(
  'ts tsx mts cts gyp gypi podspec gemspec js jsx mjs cjs json jsonc json5 jsonl py pyi ipynb rb go rs java kt kts scala groovy gradle c h cc cpp cxx hpp hh cs fs fsx vb swift m mm php pl pm lua r jl ex exs erl hrl hs ml mli clj cljs cljc edn elm dart zig nim v sv vhd sol sql graphql gql proto thrift css scss sass less styl html htm xhtml vue svelte astro hbs ejs pug jinja j2 tmpl tpl erb md mdx markdown rst adoc txt tex yml yaml toml ini cfg conf env properties xml xsd xsl svg csv tsv sh bash zsh fish ps1 psm1 bat cmd mk cmake nix tf tfvars hcl bazel bzl dockerfile lock gitignore plist snap patch diff rego prisma wgsl glsl vert frag cu asm s f90 f95 pas d cr lisp el rkt scm vim editorconfig npmrc nvmrc http rest po pot service desktop spec template example sample',
);
const BARE_NAME_LIST =
  'makefile dockerfile containerfile license licence readme changelog codeowners procfile gemfile rakefile jenkinsfile vagrantfile brewfile justfile build workspace gnumakefile pipfile podfile fastfile authors notice contributing todo version';
const BARE_NAMES = words(BARE_NAME_LIST);
const ANY_BARE_NAME = new RegExp(`${BARE_NAME_LIST.replaceAll(' ', '|')}|copying`, 'iu');
/** Those of them that are no words of prose: they name a file without backticks too. */
const PLAIN_BARE_NAME =
  /^(?:Makefile|GNUmakefile|Dockerfile|Containerfile|CODEOWNERS|Procfile|Gemfile|Rakefile|Jenkinsfile|Vagrantfile|Brewfile|[Jj]ustfile|Pipfile|Podfile|Fastfile|LICENSE|LICENCE|COPYING)$/;
/** Names of products that end like a file. */
const PRODUCTS = words(
  'node.js next.js vue.js nuxt.js react.js express.js nest.js three.js d3.js deno.js bun.js backbone.js ember.js alpine.js chart.js socket.io asp.net vb.net discord.js p5.js moment.js angular.js solid.js',
);

const isUrl = (word: string): boolean =>
  word.includes('://') || word.startsWith('www.') || word.startsWith('mailto:');

const lastSegment = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

function hasFileExtension(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return dot >= 0 && dot < name.length - 1 && EXTENSIONS.has(name.slice(dot + 1).toLowerCase());
}

/** Whether a path ends with a dot and letters, whatever they mean. */
export function hasAnyExtension(name: string): boolean {
  const dot = name.lastIndexOf('.');
  return dot >= 0 && /^[A-Za-z][A-Za-z0-9_+-]{0,15}$/.test(name.slice(dot + 1));
}

const NEVER_IN_PATH = /[\s<>"'`|*?=;,!%^&]/;
const NEVER_IN_BARE_NAME = /[()[\]{}@$]/;

const hasSeparator = (word: string): boolean => word.includes('/') || word.includes('\\');

/**
 * Whether a word of running text is surely a path of a file: a known extension or file name. `and/or` and `user.name`
 * are not.
 */
export function isPathWord(word: string): boolean {
  if (word.length > 512 || isUrl(word) || NEVER_IN_PATH.test(word)) return false;
  if (!hasSeparator(word) && NEVER_IN_BARE_NAME.test(word)) return false;
  if (PRODUCTS.has(word.toLowerCase())) return false;
  const name = lastSegment(word);
  if (name === '' || name === '.' || name === '..') return false;
  if (hasFileExtension(name)) return true;
  if (!hasSeparator(word))
    return name.length > 2 && name.startsWith('.') && /^\.[a-z]+rc$/.test(name);
  return (
    BARE_NAMES.has(name.toLowerCase()) || (/^\.{0,2}[/\\]/.test(word) && hasAnyExtension(name))
  );
}

/** A cheap look: whether the name of a file that has no extension stands anywhere in the text. */
export const mayBeBareName = (text: string): boolean => ANY_BARE_NAME.test(text);

/** Whether text that stands alone as a caption can be a path. `isMarked`: in backticks, quotes, or after `File:`. */
export function isPathCaption(text: string, isMarked: boolean): boolean {
  if (text.length === 0 || text.length > 512 || isUrl(text)) return false;
  const hasBlank = /\s/.test(text);
  if (hasBlank && !isMarked) return false;
  if (!isMarked && PRODUCTS.has(text.toLowerCase())) return false;
  if (/[`"|;=]/.test(text) || /[,!?]$/.test(text) || text.includes('()')) return false;
  const name = lastSegment(text);
  if (name === '') return false;
  if (hasFileExtension(name)) return !hasBlank || !/^[A-Z]?[a-z]+ [a-z]+ [a-z]+ /.test(text);
  if (hasBlank) return false;
  if (BARE_NAMES.has(name.toLowerCase()))
    return isMarked || hasSeparator(text) || PLAIN_BARE_NAME.test(name);
  if (hasSeparator(text))
    return isMarked || hasAnyExtension(name) || isWayOut(text) || isInKnownFolder(text);
  return name.startsWith('.') && /^\.[A-Za-z][\w.-]*$/.test(name);
}

/** `.husky/pre-commit`, `bin/set-up`: no prose, but files that are programs and have no extension. */
const isInKnownFolder = (text: string): boolean =>
  /^\.[A-Za-z][\w-]*[/\\][\w@+.-]/.test(text) ||
  /(?:^|[/\\])(?:bin|sbin|libexec|exe|hooks|scripts?|tools)[/\\][\w@+.-]+$/.test(text);

/** A caption that leaves the tree is still a path: it has to be refused as one, not overlooked. */
const isWayOut = (text: string): boolean =>
  /^(?:\.\.?[/\\]|[/\\~]|[A-Za-z]:[/\\]|\.git[/\\]|git~)/i.test(text);

/** A dot or separator with something after it: no word without one is a path. */
const MAY_BE_PATH = /[./\\][\w~-]/;

const MAX_PROSE_LINE = 4000;

/** The distinct paths that a line of prose speaks of, in order. */
export function pathWords(line: string): readonly string[] {
  const found = new Set<string>();
  if (!MAY_BE_PATH.test(line)) return [];
  const text = line.slice(0, MAX_PROSE_LINE);
  const pieces = text.split('`');
  for (const [index, piece] of pieces.entries()) {
    const isCode = index % 2 === 1 && index < pieces.length - 1;
    if (isCode && isPathWord(withoutPosition(piece.trim())))
      found.add(withoutPosition(piece.trim()));
    if (isCode) continue;
    for (const word of piece.split(/\s+/)) {
      if (!MAY_BE_PATH.test(word)) continue;
      const bare = withoutPosition(stripped(word));
      if (bare.length > 2 && isPathWord(bare)) found.add(bare);
    }
  }
  return [...found];
}

const OPENERS = new Set('*_"\'([<{“‘'.split(''));
const CLOSERS = new Set('*_"\')]>}.,:;!?”’…'.split(''));

/** A word of prose without the punctuation round it. */
function stripped(word: string): string {
  let start = 0;
  let end = word.length;
  while (start < end && OPENERS.has(word[start] ?? '')) start += 1;
  while (end > start && CLOSERS.has(word[end - 1] ?? '')) end -= 1;
  const isDunder = word.startsWith('__', start - 2) && start >= 2;
  return word.slice(isDunder ? start - 2 : start, end);
}

const POSITION = /(?::\d+(?:[-:]\d+)?|#L\d+(?:-L?\d+)?)$/;

/** `src/a.ts:10-20` and `src/a.ts#L10` without the position. */
export const withoutPosition = (text: string): string => text.slice(0, 600).replace(POSITION, '');

/** Whether a path ends with a position in the file: then its block is an excerpt. */
export const hasPosition = (text: string): boolean => text.length < 600 && POSITION.test(text);
