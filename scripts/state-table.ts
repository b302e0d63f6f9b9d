/** Renders the transition table as ARCHITECTURE.md shows it; with `--write` puts it there. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STATES } from '../src/core/lifecycle/states.ts';
import { TRANSITIONS } from '../src/core/lifecycle/transition.ts';

const BEGIN = '<!-- states:begin -->';
const END = '<!-- states:end -->';

/** The table in Markdown: a row per state, with each event and where it leads. */
export function renderStateTable(): string {
  const rows = STATES.map((state) => {
    const events = Object.entries(TRANSITIONS[state]).map(
      ([event, next]) => `${event} -> ${next.join(' or ')}`,
    );
    return `| ${state} | ${events.length === 0 ? '(end)' : events.join('; ')} |`;
  });
  return ['| state | event -> next |', '|---|---|', ...rows].join('\n');
}

/** A document with its state table replaced by the one of the code. */
export function withStateTable(text: string): string {
  const begin = text.indexOf(BEGIN);
  const end = text.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`no ${BEGIN} ... ${END} in the document`);
  return `${text.slice(0, begin + BEGIN.length)}\n\n${renderStateTable()}\n\n${text.slice(end)}`;
}

if (process.argv.includes('--write')) {
  const file = join(import.meta.dirname, '..', 'ARCHITECTURE.md');
  writeFileSync(file, withStateTable(readFileSync(file, 'utf8')));
}
