import { Fault } from '../../core/model/fault.ts';
import { HOLD_REASONS, REJECTION_CODES } from '../../core/model/rejection.ts';
import { explain } from '../../core/model/explain.ts';
import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { EXIT } from '../exit-code.ts';

/** `explain`: what a code means and what to do about it. */
export function addExplain(host: CommandHost): void {
  addCommand(host, 'explain [code]', 'say what a rejection code or hold reason means').action(
    (text: string | undefined, options: GlobalOptions) =>
      runAction(host, options, async ({ output }) => {
        const codes = [...new Set([...REJECTION_CODES, ...HOLD_REASONS])].sort();
        const wanted = text === undefined ? codes : codes.filter((code) => code === text);
        if (wanted.length === 0) {
          throw new Fault('usage', `there is no code ${JSON.stringify(text)}`, {
            hint: `codes: ${codes.join(', ')}`,
          });
        }
        const documents = wanted.map((code) => ({
          code,
          holds: isHoldReason(code),
          rejects: isRejectionCode(code),
          ...titleAndHint(code),
        }));
        output.document(text === undefined ? documents : documents[0]);
        for (const { code, title, hint } of documents) {
          output.line(output.style('bold', code));
          output.line(`  ${title}`);
          output.line(`  ${hint}`);
        }
        return EXIT.done;
      }),
  );
}

type Code = (typeof REJECTION_CODES)[number] | (typeof HOLD_REASONS)[number];

const isRejectionCode = (code: Code): code is (typeof REJECTION_CODES)[number] =>
  REJECTION_CODES.some((one) => one === code);

const isHoldReason = (code: Code): code is (typeof HOLD_REASONS)[number] =>
  HOLD_REASONS.some((one) => one === code);

function titleAndHint(code: Code) {
  if (isRejectionCode(code)) {
    const { title, hint } = explain({ code });
    return { title, hint };
  }
  const { title, hint } = explain({ code });
  return { title, hint };
}
