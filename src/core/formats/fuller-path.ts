const slashed = (path: string): string => path.replaceAll('\\', '/').replace(/^\.\//, '');

/**
 * The longer of two spellings of one path, where the shorter is how the longer one ends; null where they name different
 * files. `tools/a.md` over a diff of `a.md` is about `tools/a.md`: the shorter one may be a file of its own.
 */
export function fullerPath(one: string, other: string): string | null {
  const first = slashed(one);
  const second = slashed(other);
  if (first === second || first.endsWith(`/${second}`)) return first;
  return second.endsWith(`/${first}`) ? second : null;
}
