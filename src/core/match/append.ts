/** Adds items at the end of a list. Not spread into one call: hostile texts have more items than a call may have arguments. */
export function append<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
