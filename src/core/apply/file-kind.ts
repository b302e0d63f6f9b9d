import type { SourceText } from '../match/source-text.ts';
import type { FileMode } from '../model/edit.ts';
import type { Rejection, RejectionCode } from '../model/rejection.ts';

/** Why a file is not text that an edit may change. */
export interface KindRefusal {
  readonly code: Extract<RejectionCode, 'file-kind-refused' | 'encoding-refused'>;
  readonly reason: NonNullable<Rejection['reason']>;
}

const LFS_HEAD = 'version https://git-lfs.github.com/spec/';

/** A symlink or a submodule is never edited as text. */
export function modeRefusal(mode: FileMode): KindRefusal | null {
  if (mode === '120000') return { code: 'file-kind-refused', reason: 'symlink' };
  if (mode === '160000') return { code: 'file-kind-refused', reason: 'submodule' };
  return null;
}

/** Binary files, LFS pointers and UTF-16 are not edited as text. */
export function contentRefusal(source: SourceText): KindRefusal | null {
  const { bytes } = source;
  const isUtf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) return { code: 'encoding-refused', reason: 'utf-16' };
  if (bytes.includes(0)) return { code: 'file-kind-refused', reason: 'binary' };
  if (bytes.toString('latin1', source.start, source.start + LFS_HEAD.length) === LFS_HEAD)
    return { code: 'file-kind-refused', reason: 'lfs-pointer' };
  return null;
}

const REPLACEMENT = '\uFFFD';

/**
 * Why text cannot be written into a file without loss: half a surrogate pair, a NUL, the replacement character where the
 * file has none, or characters beyond ASCII into a file that is not UTF-8. Null where it can.
 */
export function textRefusal(
  source: SourceText,
  texts: { readonly old: string; readonly new: string },
): KindRefusal | null {
  const code = 'encoding-refused';
  if (!texts.new.isWellFormed() || !texts.old.isWellFormed()) return { code, reason: 'surrogate' };
  if (texts.new.includes('\0')) return { code, reason: 'nul' };
  if (texts.new.includes(REPLACEMENT) && !source.bytes.includes(REPLACEMENT))
    return { code, reason: 'replacement-character' };
  const isPlain = isAsciiText(texts.new) && isAsciiText(texts.old);
  if (!isPlain && !source.isUtf8) return { code, reason: 'not-utf-8' };
  return null;
}

function isAsciiText(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}
