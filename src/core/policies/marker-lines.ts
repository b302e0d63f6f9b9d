/** What a marker line does: it opens, parts or closes what two sides or two versions of a text have. */
export type MarkerRole = 'open' | 'base' | 'divider' | 'close';

/** A line that looks like a marker. `line` is 0-based. */
export interface MarkerLine {
  readonly line: number;
  readonly text: string;
  readonly role: MarkerRole;
  /** `conflict`: as git, Mercurial and others leave them in a file; `edit`: of a format in which models write edits. */
  readonly of: 'conflict' | 'edit';
}

/** Markers that belong together: an opening one, dividers, a closing one; or one without its partners. */
export interface MarkerGroup {
  readonly of: MarkerLine['of'];
  readonly isWhole: boolean;
  readonly markers: readonly MarkerLine[];
}

const EDIT_LINES: ReadonlyMap<string, MarkerRole> = new Map([
  ['[[[SEARCH]]]', 'open'],
  ['[[[DIVIDER]]]', 'divider'],
  ['[[[REPLACE]]]', 'close'],
  ['*** Begin Patch', 'open'],
  ['*** End Patch', 'close'],
]);
const EDIT_OPEN = /^(?:<{5,9}|-{5,9}) SEARCH$/;
const EDIT_CLOSE = /^(?:>{5,9}|\+{5,9}) REPLACE$/;
/** One sign seven times or more, then nothing or a label after a blank. */
const CONFLICT = /^(<{7,}|>{7,}|\|{7,}|={7,})(?: .*)?$/;
const ROLES: Readonly<Record<string, MarkerRole>> = {
  '<': 'open',
  '|': 'base',
  '=': 'divider',
  '>': 'close',
};

/** Git's markers have this length, unless the attribute `conflict-marker-size` says otherwise (gitattributes(5)). */
const USUAL = 7;

interface Sized extends MarkerLine {
  readonly size: number;
}

function markerAt(raw: string, line: number): Sized | null {
  const text = raw.trimEnd();
  const edit =
    EDIT_LINES.get(text) ??
    (EDIT_OPEN.test(text) ? 'open' : EDIT_CLOSE.test(text) ? 'close' : undefined);
  if (edit !== undefined) return { line, text, role: edit, of: 'edit', size: 0 };
  const [, signs = ''] = CONFLICT.exec(text) ?? [];
  const role = ROLES[signs[0] ?? ''];
  if (role === undefined || (role === 'divider' && signs !== text)) return null;
  return { line, text, role, of: 'conflict', size: signs.length };
}

/**
 * The markers of a text, each with its partners. An opening, a dividing and a closing line of one length, in this order,
 * are the markers of a conflict, whatever their length; without partners only an opening or a closing line of the usual
 * length counts, and the one above the common base where it has a label. A dividing line alone is a heading's underline
 * in many formats, and bars are a table's.
 */
export function markerGroups(lines: readonly string[]): readonly MarkerGroup[] {
  const groups: MarkerGroup[] = [];
  const open = new Map<number, readonly Sized[]>();
  const leave = (markers: readonly Sized[]): void => {
    const [first] = markers;
    if (first?.size === USUAL) groups.push({ of: 'conflict', isWhole: false, markers: [first] });
  };
  for (const [at, line] of lines.entries()) {
    const marker = markerAt(line, at);
    if (marker === null) continue;
    if (marker.of === 'edit') {
      groups.push({ of: 'edit', isWhole: false, markers: [marker] });
      continue;
    }
    const before = open.get(marker.size) ?? [];
    if (marker.role === 'open') {
      leave(before);
      open.set(marker.size, [marker]);
    } else if (marker.role !== 'close') {
      if (before.length > 0) open.set(marker.size, [...before, marker]);
      else if (marker.role === 'base' && marker.text.length > marker.size) leave([marker]);
    } else if (before.some(({ role }) => role === 'divider')) {
      groups.push({ of: 'conflict', isWhole: true, markers: [...before, marker] });
      open.delete(marker.size);
    } else {
      leave(before);
      leave([marker]);
      open.delete(marker.size);
    }
  }
  for (const markers of open.values()) leave(markers);
  return groups;
}
