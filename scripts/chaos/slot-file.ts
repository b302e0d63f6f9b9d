/*
 * The files that payloads and the person both edit. Slot lines are the payloads': each is written once, by one payload.
 * Own lines are the person's. All lines of a kind have the same width, so that a line can be written in place.
 */

/** Width of a token and of a person's value, in characters. */
export const VALUE_WIDTH = 16;
/** Own lines of the person in each file. */
export const OWN_LINES = 3;
const UNSET = 'x'.repeat(VALUE_WIDTH);

/** Which files there are, and how many slots each has. */
export interface Field {
  readonly files: number;
  readonly slots: number;
}

const two = (number: number): string => String(number).padStart(2, '0');
const three = (number: number): string => String(number).padStart(3, '0');

export const fieldPath = (file: number): string => `parts/part-${two(file)}.conf`;

/** A value of the fixed width that occurs nowhere else: `kind` is one letter. */
export const uniqueValue = (kind: string, number: number): string =>
  `${kind}${String(number).padStart(VALUE_WIDTH - 2, '0')}${kind}`;

const slotKey = (file: number, slot: number): string => `slot ${two(file)}-${three(slot)} = `;
const ownKey = (file: number, line: number): string => `own ${two(file)}-${line} = `;

export const slotLine = (file: number, slot: number, token: string = UNSET): string =>
  slotKey(file, slot) + token;
const ownLine = (file: number, line: number, value: string = UNSET): string =>
  ownKey(file, line) + value;

/** A line that stands twice in each file: whoever edits it without saying which is refused. */
export const twinLine = (file: number): string => `twin of part ${two(file)}`;

/** A file as it is committed first: own lines stand between the slots, so that both kinds are neighbours. */
export function initialContent(field: Field, file: number): string {
  const lines = [`part ${two(file)}`, twinLine(file)];
  const every = Math.ceil(field.slots / OWN_LINES);
  for (let slot = 0; slot < field.slots; slot += 1) {
    if (slot % every === 0) lines.push(ownLine(file, slot / every));
    lines.push(slotLine(file, slot));
  }
  for (let line = Math.ceil(field.slots / every); line < OWN_LINES; line += 1) {
    lines.push(ownLine(file, line));
  }
  return `${[...lines, twinLine(file), 'end'].join('\n')}\n`;
}

/** Where the value of an own line starts; bytes and characters are the same here. Null: the line is not there. */
export function ownOffset(content: string, file: number, line: number): number | null {
  const at = content.indexOf(`\n${ownKey(file, line)}`);
  return at < 0 ? null : at + 1 + ownKey(file, line).length;
}

/** The value of an own line; null where it is not there. */
export function ownValue(content: string, file: number, line: number): string | null {
  const at = ownOffset(content, file, line);
  return at === null ? null : content.slice(at, at + VALUE_WIDTH);
}

/** The content with an own line set. Throws where there is no such line. */
export function withOwnValue(content: string, file: number, line: number, value: string): string {
  const at = ownOffset(content, file, line);
  if (at === null) throw new RangeError(`no own line ${line} in part ${file}`);
  return content.slice(0, at) + value + content.slice(at + VALUE_WIDTH);
}

/** Whether a line of a diff is the person's own. */
export const isOwnLine = (line: string): boolean => /^own \d\d-\d = /.test(line);
