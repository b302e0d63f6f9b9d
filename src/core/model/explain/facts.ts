import type { Hold, Rejection } from '../rejection.ts';
import { code, quoted } from './plain-text.ts';

/** A refusal in words, short. */
export interface Words {
  readonly title: string;
  readonly hint: string;
  readonly body?: string;
}

/** What a refusal and a hold have in common. */
export type Refusal = Rejection | Hold;

/** A fact as text made safe; the empty string where it is absent. */
export function fact(refusal: Refusal, name: string): string {
  const value = refusal.facts?.[name];
  if (value === undefined) return '';
  return typeof value === 'object' ? value.map(quoted).join(', ') : quoted(String(value));
}

/** A list of names as inline code: `a`, `b` and `c`. */
export function names(refusal: Refusal, name: string): string {
  const value = refusal.facts?.[name];
  const list = typeof value === 'object' ? value : value === undefined ? [] : [String(value)];
  return inWords(list.map(code));
}

export function inWords(list: readonly string[]): string {
  if (list.length <= 1) return list[0] ?? '';
  return `${list.slice(0, -1).join(', ')} and ${list.at(-1) ?? ''}`;
}

/** The path of a refusal as inline code. */
export const pathOf = (refusal: Refusal): string =>
  refusal.path === undefined ? 'the file' : code(refusal.path);

/** The branch to land on, as people call it; the empty string where it is not said. */
export const targetOf = (refusal: Refusal): string =>
  fact(refusal, 'target').replace(/^refs\/heads\//, '');

/** `line 4`, `lines 4, 9 and 12`; more than a dozen are cut. */
export function linesInWords(lines: readonly number[] | undefined): string {
  if (lines === undefined || lines.length === 0) return 'no line';
  if (lines.length === 1) return `line ${lines[0] ?? ''}`;
  const shown = lines.slice(0, 12).map(String);
  return lines.length > shown.length
    ? `lines ${shown.join(', ')} and ${lines.length - shown.length} more`
    : `lines ${inWords(shown)}`;
}

/** `Edit 3 (lines 40 to 52 of the response)`, or `The response (lines 40 to 52)` where it is about no single edit. */
export function editOf(refusal: Refusal): string {
  const { block, responseLines } = refusal;
  if (responseLines === undefined) return block === undefined ? 'The response' : `Edit ${block}`;
  const [first, last] = responseLines;
  const span = first === last ? `line ${first}` : `lines ${first} to ${last}`;
  return block === undefined ? `The response (${span})` : `Edit ${block} (${span} of the response)`;
}

/** A closed word as words: `no-path` is `no path`. */
export const reasonInWords = ({ reason }: Refusal): string =>
  quoted((reason ?? 'no reason given').replaceAll('-', ' '));
