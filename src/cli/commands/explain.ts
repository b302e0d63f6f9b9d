import { Fault } from '../../core/model/fault.ts';
import { HOLD_REASONS, REJECTION_CODES } from '../../core/model/rejection.ts';
import { explain } from '../../core/model/explain.ts';
import { meaningOf } from '../../core/model/explain/meanings.ts';
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
            hint: `the codes are ${codes.join(', ')}`,
          });
        }
        const documents = wanted.map((code) => ({
          code,
          holds: isHoldReason(code),
          rejects: isRejectionCode(code),
          meaning: meaningOf(code),
          hint: hintOf(code),
        }));
        output.document(text === undefined ? documents : documents[0]);
        for (const { code, meaning, hint } of documents) {
          output.line(output.style('bold', code));
          output.line(`  ${meaning}`);
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

const hintOf = (code: Code): string =>
  isRejectionCode(code) ? explain({ code }).hint : explain({ code }).hint;
