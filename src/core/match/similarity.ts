/** Lines are compared no further than this. */
const MAX_LENGTH = 120;

/**
 * How alike two lines are, 0 to 1: one minus the edit distance over the longer length. For messages; it never chooses a
 * place.
 */
export function similarity(a: string, b: string): number {
  if (a === b) return 1;
  const one = a.slice(0, MAX_LENGTH);
  const other = b.slice(0, MAX_LENGTH);
  const longer = Math.max(one.length, other.length);
  if (one.length === 0 || other.length === 0) return 0;
  return 1 - editDistance(one, other) / longer;
}

function editDistance(a: string, b: string): number {
  const row = new Uint16Array(b.length + 1);
  for (let at = 0; at <= b.length; at += 1) row[at] = at;
  for (let i = 1; i <= a.length; i += 1) {
    let diagonal = row[0] ?? 0;
    row[0] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const above = row[j] ?? 0;
      const swap = diagonal + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(swap, above + 1, (row[j - 1] ?? 0) + 1);
      diagonal = above;
    }
  }
  return row[b.length] ?? 0;
}
