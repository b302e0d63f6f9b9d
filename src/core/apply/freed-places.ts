import type { Edit } from '../model/edit.ts';
import type { PlaceRefusal } from './new-path.ts';

/** The edits of a response that take a file away from its path, by that path. */
export type FreedPlaces = ReadonlyMap<string, Edit>;

export function freedPlaces(edits: readonly Edit[]): FreedPlaces {
  const freed = new Map<string, Edit>();
  for (const edit of edits) {
    const isTaken =
      edit.kind === 'delete' || (edit.kind === 'rename' && edit.to.path !== edit.target.path);
    if (isTaken) freed.set(edit.target.path, edit);
  }
  return freed;
}

/** The edit that takes away what stands in the way of a new file at `path`; undefined where none does. */
export function freedBy(path: string, refusal: PlaceRefusal, freed: FreedPlaces): Edit | undefined {
  const { reason, facts } = refusal.rest;
  if (reason !== 'is-folder') return freed.get(String(facts?.['other'] ?? path));
  for (const [taken, edit] of freed) if (taken.startsWith(`${path}/`)) return edit;
  return undefined;
}
