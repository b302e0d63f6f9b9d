import type { GateVerdict } from '../core/lifecycle/events.ts';
import { codeBlock, codeSpan, plainLine, plainText } from './plain-text.ts';
import { counted } from './wording.ts';

const MAX_OUTPUT_LINES = 40;

/** The verdicts that count against a submission. */
export const countingGates = (verdicts: readonly GateVerdict[]): readonly GateVerdict[] =>
  verdicts.filter(
    ({ outcome, isAdvisory }) => !isAdvisory && outcome !== 'passed' && outcome !== 'skipped',
  );

/** A section a gate that did not pass: how it ended, and the lines of its output that matter. */
export function failedGates(verdicts: readonly GateVerdict[]): readonly string[] {
  return countingGates(verdicts).map(({ gate, outcome, detail, output }) => {
    const lines = plainText(output).trim().split('\n');
    const shown = lines.slice(0, MAX_OUTPUT_LINES);
    const left = lines.length - shown.length;
    return [
      `## Gate ${codeSpan(gate)}: ${outcome}`,
      plainLine(detail, 500),
      output.trim() === '' ? '' : codeBlock(shown.join('\n')),
      left === 0 ? '' : `And ${counted(left, 'more line')}.`,
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  });
}
