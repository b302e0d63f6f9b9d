import type { Finding } from './finding.ts';

/** A finding on one line: `path:line:column: [test] message (rule)`. */
export function findingLine({ path, line, column, test, message, rule }: Finding): string {
  const place = [path, line, column].filter((part) => part !== undefined).join(':');
  const parts = [
    ...(place === '' ? [] : [`${place}:`]),
    ...(test === undefined ? [] : [`[${test}]`]),
    ...(message === '' ? [] : [message]),
    ...(rule === undefined ? [] : [`(${rule})`]),
  ];
  return parts.join(' ');
}
