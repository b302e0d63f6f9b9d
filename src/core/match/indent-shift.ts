import { indentLength } from './blanks.ts';
import { itemAt } from './item-at.ts';

/**
 * How a file's indentation differs from an edit's, the same over all lines of a place. `add` and `remove` are a fixed
 * prefix; `convert` is tabs against blanks, `unit` blanks to a tab, plus `levels` more on the file's side;
 * `first-line` is a first line that alone lost its prefix.
 */
export type IndentShift =
  | { readonly kind: 'none' }
  | { readonly kind: 'add'; readonly prefix: string }
  | { readonly kind: 'remove'; readonly prefix: string }
  | {
      readonly kind: 'convert';
      readonly to: 'tabs' | 'blanks';
      readonly unit: number;
      readonly levels: number;
    }
  | { readonly kind: 'first-line'; readonly prefix: string };

/** Indentation of one line: the file's and the edit's. */
export type IndentPair = readonly [file: string, edit: string];

/** The one shift that explains every pair (of lines that are not blank), or null. */
export function measureShift(pairs: readonly IndentPair[]): IndentShift | null {
  if (pairs.every(([file, edit]) => file === edit)) return { kind: 'none' };
  const first = itemAt(pairs, 0);
  return fixedPrefix(pairs, first) ?? conversion(pairs) ?? firstLineOnly(pairs, first);
}

function fixedPrefix(pairs: readonly IndentPair[], [file, edit]: IndentPair): IndentShift | null {
  const added = file.slice(0, file.length - edit.length);
  if (pairs.every(([f, e]) => f === added + e)) return { kind: 'add', prefix: added };
  const removed = edit.slice(0, edit.length - file.length);
  if (pairs.every(([f, e]) => e === removed + f)) return { kind: 'remove', prefix: removed };
  return null;
}

const isAll = (text: string, character: string): boolean => text === character.repeat(text.length);

/** Tabs on one side, blanks on the other, in one proportion that at least one indented pair shows. */
function conversion(pairs: readonly IndentPair[]): IndentShift | null {
  const hasFileTabs = pairs.every(([file, edit]) => isAll(file, '\t') && isAll(edit, ' '));
  const hasEditTabs = pairs.every(([file, edit]) => isAll(file, ' ') && isAll(edit, '\t'));
  if (!hasFileTabs && !hasEditTabs) return null;
  const depths = pairs.map(([file, edit]) =>
    hasFileTabs
      ? { tabs: file.length, blanks: edit.length }
      : { tabs: edit.length, blanks: file.length },
  );
  const measured = proportion(depths, itemAt(depths, 0));
  if (measured === null) return null;
  const { unit, offset } = measured;
  if (hasFileTabs) return { kind: 'convert', to: 'tabs', unit, levels: -offset / unit };
  return { kind: 'convert', to: 'blanks', unit, levels: offset / unit };
}

interface Depth {
  readonly tabs: number;
  readonly blanks: number;
}

/** `blanks = unit * tabs + offset` for every pair, `unit` 2 to 8 and `offset` a multiple of it. */
function proportion(
  depths: readonly Depth[],
  first: Depth,
): { unit: number; offset: number } | null {
  const other = depths.find(({ tabs }) => tabs !== first.tabs);
  const unit =
    other === undefined
      ? first.blanks / first.tabs
      : (other.blanks - first.blanks) / (other.tabs - first.tabs);
  if (!Number.isInteger(unit) || unit < 2 || unit > 8) return null;
  const offset = first.blanks - unit * first.tabs;
  if (offset % unit !== 0) return null;
  const isUniform = depths.every(({ tabs, blanks }) => blanks === unit * tabs + offset);
  return isUniform ? { unit, offset } : null;
}

function firstLineOnly(pairs: readonly IndentPair[], first: IndentPair): IndentShift | null {
  const [file, edit] = first;
  const isRestEqual = pairs.slice(1).every(([f, e]) => f === e);
  return isRestEqual && edit === '' ? { kind: 'first-line', prefix: file } : null;
}

/**
 * An added line of the edit, in the file's indentation; null where the shift does not say how. `isFirst` marks a line
 * that stands where the edit's first line stood.
 */
export function shiftLine(text: string, shift: IndentShift, isFirst: boolean): string | null {
  const indent = text.slice(0, indentLength(text));
  const rest = text.slice(indent.length);
  if (rest === '') return shift.kind === 'none' || shift.kind === 'first-line' ? text : '';
  if (shift.kind === 'convert') {
    const converted = convertIndent(indent, shift);
    return converted === null ? null : converted + rest;
  }
  switch (shift.kind) {
    case 'none':
      return text;
    case 'first-line':
      return isFirst ? shift.prefix + text : text;
    case 'add':
      return isMixed(shift.prefix, indent) ? null : shift.prefix + text;
    case 'remove':
      return indent.startsWith(shift.prefix) ? text.slice(shift.prefix.length) : null;
  }
}

/** Tabs before blanks or the other way round: a unit of the edit's own, which nothing measured. */
const isMixed = (prefix: string, indent: string): boolean =>
  (prefix.includes('\t') && indent.includes(' ')) ||
  (prefix.includes(' ') && indent.includes('\t'));

function convertIndent(
  indent: string,
  shift: Extract<IndentShift, { kind: 'convert' }>,
): string | null {
  const from = shift.to === 'tabs' ? ' ' : '\t';
  if (!isAll(indent, from)) return null;
  const depth = shift.to === 'tabs' ? indent.length / shift.unit : indent.length;
  const levels = depth + shift.levels;
  if (!Number.isInteger(levels) || levels < 0) return null;
  return shift.to === 'tabs' ? '\t'.repeat(levels) : ' '.repeat(levels * shift.unit);
}
