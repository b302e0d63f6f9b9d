/**
 * What a module shows to those that import it: each exported name with the text of its signature, without comments and
 * blanks. Null: it cannot be told (not a module, or not well formed).
 */
export type ModuleApi = ReadonlyMap<string, string> | null;

/** Whether importers can tell two versions of a module apart by its exports. What cannot be told counts as changed. */
export function isSameApi(before: ModuleApi, after: ModuleApi): boolean {
  if (before === null || after === null || before.size !== after.size) return false;
  return [...before].every(([name, signature]) => after.get(name) === signature);
}
