import { Buffer } from 'node:buffer';
import type { Brand } from './ids.ts';
import { ok, refused, type Result } from './result.ts';

/**
 * A path inside the repository: relative, `/`-separated, no `.`, `..` or empty segment, never `.git` in any spelling.
 * Only this file makes one, so whoever holds one holds a safe path.
 */
export type RepoPath = Brand<'RepoPath'>;

/** Why a path was refused; `explain` words it. */
export type PathRefusal =
  | 'empty'
  | 'absolute'
  | 'escapes'
  | 'git-directory'
  | 'reserved-name'
  | 'control-character'
  | 'too-long';

/** Longest path and segment in UTF-8 bytes: what Linux can open. */
const MAX_PATH_BYTES = 4096;
const MAX_SEGMENT_BYTES = 255;

/** Device names of Windows: reserved with any extension, in any case. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³])$/;
const DRIVE = /^[A-Za-z]:/;
/** Cannot stand in a name on Windows; `:` names a stream. */
const UNPORTABLE = /[:<>"|?*]/;

/** Code points that HFS+ ignores in names, so that `.g<ZWNJ>it` opens `.git`. */
const isIgnorable = (code: number): boolean =>
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x206f) ||
  code === 0x00ad ||
  code === 0xfeff;

/** Controls, line separators, direction overrides, lone surrogates and the replacement character: none can be a name. */
const isControl = (code: number): boolean =>
  code < 0x20 ||
  (code >= 0x7f && code <= 0x9f) ||
  code === 0x2028 ||
  code === 0x2029 ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2066 && code <= 0x2069) ||
  (code >= 0xd800 && code <= 0xdfff) ||
  code === 0xfffd;

function hasControl(text: string): boolean {
  for (const char of text) if (isControl(char.codePointAt(0) ?? 0)) return true;
  return false;
}

/** A segment as the most forgiving file system reads it: case, ignorable characters, trailing dots and blanks gone. */
function foldedSegment(segment: string): string {
  let kept = '';
  for (const char of segment.normalize('NFKC')) {
    if (!isIgnorable(char.codePointAt(0) ?? 0)) kept += char;
  }
  let end = kept.length;
  while (end > 0 && (kept[end - 1] === '.' || kept[end - 1] === ' ')) end -= 1;
  return kept.slice(0, end).toLowerCase();
}

function segmentRefusal(segment: string): PathRefusal | null {
  if (segment === '') return 'empty';
  if (segment === '..') return 'escapes';
  const [name = ''] = foldedSegment(segment).split(':');
  const folded = foldedSegment(name);
  if (folded === '.git' || /^git~[0-9]+$/.test(folded)) return 'git-directory';
  if (UNPORTABLE.test(segment) || /[. ]$/.test(segment)) return 'reserved-name';
  if (DEVICE.test(foldedSegment(folded.split('.')[0] ?? ''))) return 'reserved-name';
  if (Buffer.byteLength(segment) > MAX_SEGMENT_BYTES) return 'too-long';
  return null;
}

const isAbsolute = (slashed: string): boolean =>
  slashed.startsWith('/') || slashed.startsWith('~') || DRIVE.test(slashed);

/** What follows one of the roots; null where the path is in none of them. Drive paths compare without case. */
function belowRoot(slashed: string, roots: readonly string[]): string | null {
  for (const root of roots) {
    const prefix = `${root.replaceAll('\\', '/').replace(/\/$/, '')}/`;
    const isSame = DRIVE.test(prefix)
      ? slashed.toLowerCase().startsWith(prefix.toLowerCase())
      : slashed.startsWith(prefix);
    if (prefix.length > 1 && isSame) return slashed.slice(prefix.length);
  }
  return null;
}

/**
 * Makes a `RepoPath`, or says why not. `\` separates as `/` does, `.` segments are dropped. An absolute path inside one of
 * `roots` (absolute folders) is made relative to it; every other absolute path is refused.
 */
export function parseRepoPath(
  text: string,
  roots: readonly string[] = [],
): Result<RepoPath, PathRefusal> {
  if (hasControl(text)) return refused('control-character');
  if (text.length > MAX_PATH_BYTES) return refused('too-long');
  const slashed = text.replaceAll('\\', '/');
  const relative = isAbsolute(slashed) ? belowRoot(slashed, roots) : slashed;
  if (relative === null) return refused('absolute');
  const segments = relative.split('/');
  const kept = segments.filter((segment) => segment !== '.');
  if (kept.length === 0) return refused('empty');
  for (const segment of kept) {
    const refusal = segmentRefusal(segment);
    if (refusal !== null) return refused(refusal);
  }
  const path = kept.join('/');
  // `./~` must not come out as what would itself be refused.
  if (isAbsolute(path)) return refused('absolute');
  return Buffer.byteLength(path) > MAX_PATH_BYTES ? refused('too-long') : ok(path as RepoPath);
}

/**
 * A path that stands for one that git has and that no edit may have, so that what is in the file can be judged: never to
 * be read or written. What is in the way is written as `%XX`, byte by byte; folders and extension stay as they are.
 */
export function standInPath(text: string): RepoPath {
  const segments = text.split('/').map(standInSegment);
  const parsed = parseRepoPath(segments.join('/'));
  if (parsed.ok) return parsed.value;
  const last = parseRepoPath(segments.at(-1) ?? '');
  return last.ok ? last.value : ('%' as RepoPath);
}

/** What is kept of a name that is too long. */
const KEPT_OF_LONG = 200;

function standInSegment(segment: string): string {
  let name = '';
  for (const char of segment) {
    const code = char.codePointAt(0) ?? 0;
    const isInTheWay = isControl(code) || UNPORTABLE.test(char) || char === '\\' || char === '%';
    name += isInTheWay ? percent(char, code) : char;
  }
  if (/[. ]$/.test(name)) name = name.slice(0, -1) + percent(name.slice(-1), 0);
  if (Buffer.byteLength(name) > MAX_SEGMENT_BYTES) name = `%${name.slice(-KEPT_OF_LONG)}`;
  if (segmentRefusal(name) === null && !isAbsolute(name)) return name;
  const [first = ''] = name;
  return percent(first, first.codePointAt(0) ?? 0) + name.slice(first.length);
}

/** A lone low surrogate is a byte that is no text: see `decodePath`. */
function percent(char: string, code: number): string {
  const bytes = code >= 0xdc80 && code <= 0xdcff ? [code - 0xdc00] : [...Buffer.from(char, 'utf8')];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}
