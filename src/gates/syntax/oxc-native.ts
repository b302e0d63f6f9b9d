import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ParserOptions } from 'oxc-parser';

/** What the native part of the parser answers, as far as it is used here. Each field can be read once. */
interface NativeResult {
  readonly program: unknown;
  readonly module: unknown;
  readonly comments: unknown;
  readonly errors: readonly NativeError[];
}

/** One complaint. */
export interface NativeError {
  readonly severity: string;
  readonly message: string;
  readonly labels: readonly { readonly start: number }[];
}

/** The parser's own entry finds its native part among dozens and brings much along; this is where that mostly is. */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@oxc-parser/binding-linux-x64-gnu',
  'linux-arm64': '@oxc-parser/binding-linux-arm64-gnu',
  'darwin-x64': '@oxc-parser/binding-darwin-x64',
  'darwin-arm64': '@oxc-parser/binding-darwin-arm64',
  'win32-x64': '@oxc-parser/binding-win32-x64-msvc',
};

const PREFIX = '@oxc-parser/binding-';

type Given = readonly [name: string, text: string, options: ParserOptions];

interface Binding {
  readonly parseSync: (...given: Given) => NativeResult;
  readonly parse: (...given: Given) => Promise<NativeResult>;
}

/** Parses by the parser's native part alone, and says what is wrong: at once, or in a thread beside this one. */
export interface NativeParser {
  readonly atOnce: (...given: Given) => readonly NativeError[];
  readonly aside: (...given: Given) => Promise<readonly NativeError[]>;
}

let found: NativeParser | null | undefined;

/** The native part, loaded in a fifth of the time that the whole parser takes; null where it is somewhere else. */
export function nativeParser(): NativeParser | null {
  if (found === undefined) found = find();
  return found;
}

function find(): NativeParser | null {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (name === undefined) return null;
  const own = createRequire(import.meta.url);
  // Most package managers put it where it is found at once, others only where the parser finds it.
  const binding =
    loaded(() => own(fileAbove(import.meta.dirname, name) ?? name)) ??
    loaded(() => createRequire(own.resolve('oxc-parser'))(name));
  const { parse, parseSync } = (binding ?? {}) as Partial<Binding>;
  if (typeof parse !== 'function' || typeof parseSync !== 'function') return null;
  return {
    atOnce: (...given) => errorsOf(parseSync(...given), given),
    aside: async (...given) => errorsOf(await parse(...given), given),
  };
}

function errorsOf(result: NativeResult, [, text]: Given): readonly NativeError[] {
  untaken += text.length;
  return (untaken < MAX_UNTAKEN ? result : takeAll(result)).errors;
}

/** Where `require` would find it from a folder: by itself it looks into the package first, which takes its time. */
function fileAbove(start: string, name: string): string | null {
  const library = join('node_modules', name, `parser.${name.slice(PREFIX.length)}.node`);
  for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, library);
    if (existsSync(path)) return path;
  }
  return null;
}

function loaded(load: () => unknown): unknown {
  try {
    return load();
  } catch {
    return null;
  }
}

/** Units of text whose results may wait for the garbage to be collected: some forty bytes each. */
const MAX_UNTAKEN = 2 * 1024 * 1024;
let untaken = 0;

/** A field that is not read stays in memory until then, which nobody is in a hurry for. */
const takeAll = ({ program, module, comments, errors }: NativeResult): NativeResult => ({
  program,
  module,
  comments,
  errors,
});
