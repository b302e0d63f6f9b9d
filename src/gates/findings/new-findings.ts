import type { Finding } from './finding.ts';

/**
 * The findings that the base does not have too. A finding is known by its test, or else by its path, rule and message;
 * never by its line, which any edit above it moves. What is there three times and was there twice is new once.
 */
export function newFindings(
  candidate: readonly Finding[],
  base: readonly Finding[],
): readonly Finding[] {
  const left = new Map<string, number>();
  for (const found of base) left.set(keyOf(found), (left.get(keyOf(found)) ?? 0) + 1);
  return candidate.filter((found) => {
    const count = left.get(keyOf(found)) ?? 0;
    left.set(keyOf(found), count - 1);
    return count <= 0;
  });
}

const keyOf = ({ path, rule, message, test }: Finding): string =>
  JSON.stringify(
    test === undefined ? [path, rule, timeless(message)] : ['test', path, timeless(test)],
  );

/** Without durations, addresses and places, which differ between runs of the same thing. */
const timeless = (message: string): string =>
  message
    .replace(/\b\d+(?:\.\d+)?\s?(?:ms|s|µs|ns|sec|seconds)\b/g, 'TIME')
    .replace(/\b0x[0-9a-f]+\b/gi, 'ADDRESS')
    .replace(/:\d+(?::\d+)?\b/g, ':LINE');
