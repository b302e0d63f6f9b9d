import type { Dice } from './dice.ts';
import { JOINED_FILES, JOINED_SLOTS, joinedPath } from './joined-file.ts';
import { fieldPath, slotLine, twinLine, uniqueValue, type Field } from './slot-file.ts';

/** A place that a payload fills: a slot of a part, or a new file. */
export type Place =
  | { readonly kind: 'slot'; readonly file: number; readonly slot: number }
  | { readonly kind: 'joined'; readonly file: number; readonly slot: number }
  | { readonly kind: 'new-file'; readonly path: string };

/** What stands in the way of a new file until the person moves it. */
export type Obstacle = 'untracked' | 'ignored';

/** One payload, and what must become of it. */
export interface Payload {
  /** Name of the dropped file, or of the branch. */
  readonly name: string;
  readonly way: 'dropped' | 'branch';
  /** Occurs once per place in what the payload asks for, and nowhere else. */
  readonly token: string;
  /** What was dropped; of a branch: its commit, once it has one. */
  readonly text: string;
  readonly places: readonly Place[];
  /** Repository paths that it edits. */
  readonly paths: readonly string[];
  /** Bound to be refused, with this code; null: bound to land. */
  readonly refusal: 'ambiguous-anchor' | 'elided-content' | null;
  readonly obstacle: Obstacle | null;
}

const FENCE = '```';

/** Makes payloads for a field, each with slots of its own. Null where the field has no free slot left. */
export function payloadMaker(field: Field, dice: Dice): () => Payload | null {
  const free = dice.shuffle(
    Array.from({ length: field.files * field.slots }, (_, at) => ({
      kind: 'slot' as const,
      file: at % field.files,
      slot: Math.floor(at / field.files),
    })),
  );
  const joined = dice.shuffle(
    Array.from({ length: JOINED_FILES * JOINED_SLOTS }, (_, at) => ({
      kind: 'joined' as const,
      file: at % JOINED_FILES,
      slot: Math.floor(at / JOINED_FILES),
    })),
  );
  let made = 0;
  return () => {
    const number = made;
    made += 1;
    const token = tokenOf(number);
    const kind = dice.next();
    if (kind < 0.08) return ambiguous(number, token, dice.between(0, field.files - 1));
    if (kind < 0.16) return elided(number, token, dice.between(0, field.files - 1));
    if (kind < 0.34) return creating(number, token, dice);
    if (kind < 0.5 && joined.length > 1) {
      return branchPayload(number, joined.splice(0, dice.pick([1, 2])));
    }
    const places = free.splice(0, dice.pick([1, 1, 2, 3]));
    return places.length === 0 ? null : slotPayload(number, places);
  };
}

const tokenOf = (number: number): string => uniqueValue('t', number);

const nameOf = (number: number): string => `p${String(number).padStart(5, '0')}.md`;

const block = (path: string, from: string, to: string): string =>
  `${path}\n${FENCE}\n<<<<<<< SEARCH\n${from}\n=======\n${to}\n>>>>>>> REPLACE\n${FENCE}\n`;

/** Fills slots, in as many parts as they lie in. */
export function slotPayload(
  number: number,
  places: readonly Extract<Place, { kind: 'slot' }>[],
): Payload {
  const token = tokenOf(number);
  const blocks = places.map(({ file, slot }) =>
    block(fieldPath(file), slotLine(file, slot), slotLine(file, slot, token)),
  );
  return {
    name: nameOf(number),
    way: 'dropped',
    token,
    text: `Fills ${places.length} slots.\n\n${blocks.join('\n')}`,
    places,
    paths: [...new Set(places.map(({ file }) => fieldPath(file)))],
    refusal: null,
    obstacle: null,
  };
}

/** Fills slots by a commit on a branch of its own, where the daemon takes branches up. */
const branchPayload = (
  number: number,
  places: readonly Extract<Place, { kind: 'joined' }>[],
): Payload => ({
  name: `sallyport/submit/b${String(number).padStart(5, '0')}`,
  way: 'branch',
  token: tokenOf(number),
  text: '',
  places,
  paths: [...new Set(places.map(({ file }) => joinedPath(file)))],
  refusal: null,
  obstacle: null,
});

/** A new file; the ignored obstacle is a file that stands where the new file's folder must go. */
function creating(number: number, token: string, dice: Dice): Payload {
  const obstacle = dice.pick<Obstacle | null>([null, null, 'untracked', 'ignored']);
  const path = obstacle === 'ignored' ? `made/nest-${number}/new.conf` : `made/new-${number}.conf`;
  return {
    name: nameOf(number),
    way: 'dropped',
    token,
    text: `A new file.\n\n${path}\n${FENCE}\nmade by ${token}\n${FENCE}\n`,
    places: [{ kind: 'new-file', path }],
    paths: [path],
    refusal: null,
    obstacle,
  };
}

/** Where an obstacle of a payload stands. */
export const obstaclePath = ({ paths, obstacle }: Payload): string =>
  obstacle === 'ignored' ? (paths[0] ?? '').replace(/\/new\.conf$/, '') : (paths[0] ?? '');

const ambiguous = (number: number, token: string, file: number): Payload => ({
  name: nameOf(number),
  way: 'dropped',
  token,
  text: `One of two.\n\n${block(fieldPath(file), twinLine(file), `${twinLine(file)} ${token}`)}`,
  places: [],
  paths: [fieldPath(file)],
  refusal: 'ambiguous-anchor',
  obstacle: null,
});

const elided = (number: number, token: string, file: number): Payload => ({
  name: nameOf(number),
  way: 'dropped',
  token,
  text: `And so on.\n\n${block(fieldPath(file), 'end', `${token}\n// ... rest of the code unchanged ...`)}`,
  places: [],
  paths: [fieldPath(file)],
  refusal: 'elided-content',
  obstacle: null,
});
