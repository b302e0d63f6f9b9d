import { shiftLine, type IndentShift } from '../match/indent-shift.ts';
import type { Op } from './hunk-ops.ts';

/** A hunk's added lines in the file's indentation; null where one of them cannot be put into it. */
export function shiftOps(ops: readonly Op[], shift: IndentShift | undefined): readonly Op[] | null {
  if (shift === undefined) return ops;
  const shifted: Op[] = [];
  let isFirst = true;
  for (const op of ops) {
    const text = op.tag === 'add' ? shiftLine(op.text, shift, isFirst) : op.text;
    if (text === null) return null;
    shifted.push({ ...op, text });
    if (op.tag !== 'remove') isFirst = false;
  }
  return shifted;
}
