import type { Oid } from '../model/ids.ts';
import { checkWords } from '../model/explain/check-words.ts';
import { plainText } from '../model/explain/plain-text.ts';
import type { Hold, HoldReason, Note, Rejection, RejectionCode } from '../model/rejection.ts';

/** Whose change is judged: it decides what stops it. `name` is the agent's, as its limits are looked up. */
export type CheckAuthor =
  { readonly kind: 'person' } | { readonly kind: 'agent'; readonly name: string };

/**
 * One thing that a check found. `error` stops the change, `warning` does not, `passed` would have and a person let it
 * pass, `note` is worth knowing. Lines and columns are 1-based; null where it is about no place.
 */
export interface CheckFinding {
  readonly code: RejectionCode | HoldReason | (string & {});
  readonly level: 'error' | 'warning' | 'passed' | 'note';
  readonly path: string | null;
  readonly line: number | null;
  readonly column: number | null;
  /** One line, safe to print. */
  readonly message: string;
  readonly hint: string | null;
  /** True where a person has to decide, rather than the author to mend it. */
  readonly isHold: boolean;
  /** What a command printed about it, line by line, safe to print. */
  readonly output?: readonly string[];
  /** The commit that it is about, where that is one of several. */
  readonly commit?: Oid;
}

/** What stops a person: what is wrong whatever was meant. */
const STOPS_A_PERSON: ReadonlySet<string> = new Set([
  'left-over-markers',
  'elided-content',
  'ast-broken',
  'gate-failed',
  'gate-timed-out',
]);

/** Whether a refusal stops a change of this author: an agent's is stopped by every one. */
export const stops = ({ code, reason }: Rejection | Hold, author: CheckAuthor): boolean =>
  author.kind === 'agent' ||
  STOPS_A_PERSON.has(code) ||
  (code === 'path-denied' && reason === 'collides');

/** Most places that one refusal is shown at. */
const MAX_PLACES = 10;

/** A refusal, whether a person may decide otherwise, and what a command printed about it. */
export interface Refused {
  readonly refusal: Rejection | Hold;
  readonly isHold: boolean;
  readonly output?: string;
}

/** A refusal as findings, one for each place that it names. */
export function refusalFindings(
  { refusal, isHold, output = '' }: Refused,
  author: CheckAuthor,
): readonly CheckFinding[] {
  const { message, hint } = checkWords(refusal);
  const column = refusal.facts?.['column'];
  const finding = {
    code: refusal.code,
    level: stops(refusal, author) ? ('error' as const) : ('warning' as const),
    path: refusal.path ?? null,
    column: typeof column === 'number' ? column : null,
    message,
    hint,
    isHold,
  };
  const listed = refusal.code === 'gate-failed' ? gateFindings(refusal) : [];
  if (listed.some(({ path }) => path !== null))
    return listed.map((place) => ({ ...finding, ...place }));
  const printed = output === '' ? {} : { output: lastLines(output) };
  // What is counted over a whole file is said once, at its first place.
  const places = COUNTED.has(refusal.code) ? refusal.lines?.slice(0, 1) : refusal.lines;
  if (places === undefined || places.length === 0) return [{ ...finding, ...printed, line: null }];
  const quotes = quotesOf(refusal);
  return places.slice(0, MAX_PLACES).map((line, at) => {
    const facts = { ...refusal.facts, line: quotes[at] ?? '' };
    return { ...finding, line, message: checkWords({ ...refusal, facts }).message };
  });
}

/** What stands at each place of a refusal; where it quotes one line only, that is its first place. */
function quotesOf({ facts }: Rejection | Hold): readonly string[] {
  const { quotes, line } = facts ?? {};
  if (typeof quotes === 'object') return quotes;
  return line === undefined ? [] : [String(line)];
}

const PLACE = /^(.+?):(\d+)(?::(\d+))?: (.+)$/;

/** What a gate complained of, as far as it named places; the others are told as they are. */
function gateFindings({
  facts,
}: Rejection | Hold): readonly Pick<CheckFinding, 'path' | 'line' | 'column' | 'message'>[] {
  const found = facts?.['findings'];
  const gate = plainText(String(facts?.['gate'] ?? ''));
  if (typeof found !== 'object') return [];
  return found.slice(0, MAX_PLACES).map((text) => {
    const [, path = null, line, column, message = text] = PLACE.exec(text) ?? [];
    return {
      path,
      line: line === undefined ? null : Number(line),
      column: column === undefined ? null : Number(column),
      message: `${gate}: ${plainText(message)}`,
    };
  });
}

/** Most lines of a command's output. */
const MAX_OUTPUT = 15;

/** The end of an output, where commands mostly say what is wrong. */
const lastLines = (output: string): readonly string[] =>
  output
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-MAX_OUTPUT)
    .map((line) => plainText(line.slice(0, 300)));

const COUNTED: ReadonlySet<string> = new Set(['collateral-change', 'reverts-landed-work']);

/** A note as a finding. */
export const noteFinding = ({ code, path, text }: Note): CheckFinding => ({
  code,
  level: 'note',
  path: path ?? null,
  line: null,
  column: null,
  message: plainText(text),
  hint: null,
  isHold: false,
});

/** `path:line:column: code: message`, with as much of the place as is known; and the commit, where there are several. */
export function findingText({ path, line, column, code, message, commit }: CheckFinding): string {
  const place = [path === null ? null : plainText(path), line, column].filter(
    (part) => part !== null,
  );
  const text = [...(place.length === 0 ? [] : [place.join(':')]), code, message].join(': ');
  return commit === undefined ? text : `${text} (in ${commit.slice(0, 8)})`;
}
