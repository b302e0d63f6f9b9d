import { Buffer } from 'node:buffer';
import { textOf, type Scan } from './format.ts';

/** What the header of one file's diff says. Paths are null for `/dev/null`, undefined where not given. */
export interface DiffHeader {
  /** First line after the header. */
  readonly end: number;
  readonly oldPath?: string | null;
  readonly newPath?: string | null;
  readonly oldMode?: string;
  readonly newMode?: string;
  readonly isNew: boolean;
  readonly isDeleted: boolean;
  readonly renameFrom?: string;
  readonly renameTo?: string;
  /** Why the diff cannot be taken at all: `binary`, `combined`, `copy`. */
  readonly refusal?: 'binary' | 'combined' | 'copy';
}

const ESCAPES: Readonly<Record<string, number>> = {
  n: 10,
  t: 9,
  r: 13,
  a: 7,
  b: 8,
  v: 11,
  f: 12,
  '"': 34,
  '\\': 92,
};

/** A path in git's C quoting, where it is quoted; bytes that are not UTF-8 come out as U+FFFD and are refused later. */
function unquotePath(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"') || text.length < 2) return text;
  const bytes: number[] = [];
  const body = Buffer.from(text.slice(1, -1), 'utf8');
  for (let at = 0; at < body.length; at += 1) {
    const char = String.fromCharCode(body[at] ?? 0);
    if (char !== '\\') {
      bytes.push(body[at] ?? 0);
      continue;
    }
    const octal = /^[0-7]{3}/.exec(body.toString('latin1', at + 1, at + 4))?.[0];
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) % 256);
    else bytes.push(ESCAPES[String.fromCharCode(body[at + 1] ?? 0)] ?? 0xff);
    at += octal === undefined ? 1 : 3;
  }
  return Buffer.from(bytes).toString('utf8');
}

const TIMESTAMP = / +\d{4}-\d\d-\d\d[ T]\d\d:\d\d.*$/;

/** The path of a `---` or `+++` line: null for `/dev/null`; what follows a tab is a timestamp. */
function sidePath(text: string): string | null {
  const [beforeTab = ''] = text.slice(4, 5000).split('\t');
  const path = unquotePath(beforeTab.replace(TIMESTAMP, '').trim());
  return path === '/dev/null' ? null : path;
}

/** Pairs of prefixes that git puts before the two sides' paths. */
const PREFIXES: readonly (readonly [old: string, fresh: string])[] = [
  ['a/', 'b/'],
  ['i/', 'w/'],
  ['c/', 'i/'],
  ['c/', 'w/'],
  ['o/', 'w/'],
];

interface Sides {
  readonly oldPath?: string | null;
  readonly newPath?: string | null;
}

/** Takes git's prefixes off, where both sides (or the only one that is a path) have theirs. */
function withoutPrefixes({ oldPath, newPath }: Sides): Sides {
  for (const [old, fresh] of PREFIXES) {
    const hasOld = oldPath === null || oldPath?.startsWith(old) === true;
    const hasNew = newPath === null || newPath?.startsWith(fresh) === true;
    if (!hasOld || !hasNew || (oldPath === null && newPath === null)) continue;
    return {
      oldPath: oldPath?.slice(old.length) ?? null,
      newPath: newPath?.slice(fresh.length) ?? null,
    };
  }
  return {
    ...(oldPath === undefined ? {} : { oldPath }),
    ...(newPath === undefined ? {} : { newPath }),
  };
}

/** The two paths of `diff --git`, where the line can be cut in only one way. */
function gitPaths(rest: string): Sides {
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(rest.slice(0, 5000));
  if (quoted !== null)
    return { oldPath: unquotePath(quoted[1] ?? ''), newPath: unquotePath(quoted[2] ?? '') };
  const middle = (rest.length - 1) / 2;
  const old = rest.slice(0, middle);
  const fresh = rest.slice(middle + 1);
  const isTwice = rest[middle] === ' ' && old.slice(2) === fresh.slice(2);
  return isTwice ? { oldPath: old, newPath: fresh } : {};
}

/** Whether lines `at` and `at + 1` are the `---` and `+++` of a file. */
export const isSidePair = (scan: Scan, at: number): boolean =>
  textOf(scan, at).startsWith('--- ') &&
  /^--- \S/.test(textOf(scan, at)) &&
  /^\+\+\+ \S/.test(textOf(scan, at + 1)) &&
  at + 1 < scan.to;

/** Whether the header of a file's diff begins at `at`. */
export const startsDiff = (scan: Scan, at: number): boolean =>
  isGitLine(textOf(scan, at)) || isSidePair(scan, at);

const isGitLine = (text: string): boolean =>
  text.startsWith('diff --') && /^diff --(?:git|cc|combined) \S/.test(text);

interface Fields {
  git: Sides;
  sides: Sides;
  oldMode?: string;
  newMode?: string;
  isNew: boolean;
  isDeleted: boolean;
  renameFrom?: string;
  renameTo?: string;
  refusal?: 'binary' | 'combined' | 'copy';
}

type Setter = (fields: Fields, rest: string) => void;

const EXTENDED: readonly (readonly [prefix: string, set: Setter])[] = [
  ['old mode ', (fields, rest) => (fields.oldMode = rest)],
  ['new mode ', (fields, rest) => (fields.newMode = rest)],
  ['new file mode ', (fields, rest) => Object.assign(fields, { isNew: true, newMode: rest })],
  [
    'deleted file mode ',
    (fields, rest) => Object.assign(fields, { isDeleted: true, oldMode: rest }),
  ],
  ['rename from ', (fields, rest) => (fields.renameFrom = unquotePath(rest))],
  ['rename to ', (fields, rest) => (fields.renameTo = unquotePath(rest))],
  ['copy from ', (fields) => (fields.refusal ??= 'copy')],
  ['copy to ', (fields) => (fields.refusal ??= 'copy')],
  ['Binary files ', (fields) => (fields.refusal ??= 'binary')],
  ['GIT binary patch', (fields) => (fields.refusal ??= 'binary')],
  ['similarity index ', () => undefined],
  ['dissimilarity index ', () => undefined],
  ['index ', (fields, rest) => (fields.oldMode ??= / (\d{6})$/.exec(rest)?.[1] ?? '100644')],
];

function setExtended(fields: Fields, text: string): boolean {
  const found = EXTENDED.find(([prefix]) => text.startsWith(prefix));
  found?.[1](fields, text.slice(found[0].length).trim());
  return found !== undefined;
}

/** Reads the header that begins at `at`. */
export function readDiffHeader(scan: Scan, at: number): DiffHeader {
  const fields: Fields = { git: {}, sides: {}, isNew: false, isDeleted: false };
  let line = at;
  const first = textOf(scan, at);
  if (first.startsWith('diff --git ')) fields.git = gitPaths(first.slice(11).trim());
  else if (first.startsWith('diff --c')) fields.refusal = 'combined';
  if (first.startsWith('diff --')) line += 1;
  while (line < scan.to && first.startsWith('diff --') && setExtended(fields, textOf(scan, line)))
    line += 1;
  if (isSidePair(scan, line)) {
    fields.sides = {
      oldPath: sidePath(textOf(scan, line)),
      newPath: sidePath(textOf(scan, line + 1)),
    };
    line += 2;
  }
  const { git, sides, ...rest } = fields;
  const isGiven = sides.oldPath !== undefined || sides.newPath !== undefined;
  return { end: line, ...withoutPrefixes(isGiven ? sides : git), ...rest };
}
