import type { CommandRun } from './command.ts';
import type { Finding } from './findings/finding.ts';
import { findingLine } from './findings/finding-line.ts';

const MAX_FINDINGS = 20;
const MAX_LINES = 60;
const MAX_CHARACTERS = 6000;
const MAX_LINE = 300;
const LINES_AROUND = { before: 1, after: 8 };

/**
 * What the author of a change needs to see of a gate's output: the findings, then the passages of the output that they
 * come from; the end of the output where there are none. Bounded.
 */
export function relevantOutput(run: CommandRun, findings: readonly Finding[]): string {
  const listed = findings.slice(0, MAX_FINDINGS).map(findingLine);
  const more = findings.length - listed.length;
  if (more > 0) listed.push(`and ${more} more`);
  const passages = passagesOf(run.output, findings);
  const text = [...listed, ...(listed.length > 0 && passages.length > 0 ? [''] : []), ...passages]
    .map((line) => (line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}...` : line))
    .join('\n');
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}\n...` : text;
}

function passagesOf(output: string, findings: readonly Finding[]): readonly string[] {
  const lines = output.trimEnd().split('\n');
  const wanted = new Set<number>();
  const marks = findings
    .slice(0, MAX_FINDINGS)
    .flatMap(({ message, test }) => [message, test?.split(' > ').at(-1) ?? ''])
    .filter((mark) => mark.length > 3);
  for (const [at, line] of lines.entries()) {
    if (wanted.size >= MAX_LINES) break;
    if (!marks.some((mark) => line.includes(mark))) continue;
    for (let near = at - LINES_AROUND.before; near <= at + LINES_AROUND.after; near += 1) {
      if (near >= 0 && near < lines.length) wanted.add(near);
    }
  }
  if (wanted.size === 0) return output.trim() === '' ? [] : lines.slice(-MAX_LINES);
  const shown: string[] = [];
  let last = -1;
  for (const at of [...wanted].sort((a, b) => a - b).slice(0, MAX_LINES)) {
    if (at > last + 1 && shown.length > 0) shown.push('...');
    shown.push(lines[at] ?? '');
    last = at;
  }
  return shown;
}
