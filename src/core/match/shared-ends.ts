/** How many characters two texts have in common at their start. */
export function sharedPrefix(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

/** The same at their end. */
export function sharedSuffix(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.at(-1 - at) === b.at(-1 - at)) at += 1;
  return at;
}
