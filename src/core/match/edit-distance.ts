/**
 * How many characters of `a` must be put in, taken out or changed to make `b`. Past `limit` the exact distance does not
 * matter: it is then given as any number above the limit.
 */
export function editDistance(a: string, b: string, limit: number): number {
  // From what was read of `a` to each beginning of `b`, the empty one left out.
  let row = Array.from({ length: b.length }, (_, at) => at + 1);
  let distance = b.length;
  for (let i = 0; i < a.length; i += 1) {
    let diagonal = i;
    let least = i + 1;
    distance = least;
    row = row.map((above, j) => {
      const swapped = diagonal + (a[i] === b[j] ? 0 : 1);
      diagonal = above;
      distance = Math.min(swapped, above + 1, distance + 1);
      least = Math.min(least, distance);
      return distance;
    });
    if (least > limit) return least;
  }
  return distance;
}
