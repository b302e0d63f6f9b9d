/** Code points that HFS+ ignores in names, so that `.g<U+200C>it` is `.git` there. */
const IGNORED_IN_NAMES = /[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g;

/** Whether a checkout may write this path of a tree: inside it, and not into a git folder in any spelling. */
export function isSafePath(path: string): boolean {
  return !path.includes('\0') && path.split('/').every(isSafeSegment);
}

function isSafeSegment(segment: string): boolean {
  if (segment === '' || segment === '.' || segment === '..') return false;
  const [beforeStream = ''] = segment.replace(IGNORED_IN_NAMES, '').split(':');
  const folded = beforeStream.toLowerCase().replace(/[. ]+$/, '');
  if (process.platform === 'win32' && segment.includes('\\')) return false;
  return folded !== '.git' && folded !== 'git~1';
}
