import type { Edit } from '../model/edit.ts';
import type { Hold, Note, Rejection, RejectionCode } from '../model/rejection.ts';
import type { BlockReport } from '../model/report.ts';

/** All that planning finds, collected on the way: every rejection, not only the first. */
export class Findings {
  readonly rejections: Rejection[] = [];
  readonly holds: Hold[] = [];
  readonly notes: Note[] = [];
  readonly #blocks = new Map<number, BlockReport>();

  /** Refuses because of one edit, which counts as failed. */
  refuse(edit: Edit, code: RejectionCode, facts: Omit<Rejection, 'code' | 'block'> = {}): void {
    this.rejections.push({
      code,
      path: edit.target.spelt,
      block: edit.origin.block,
      responseLines: [edit.origin.line, edit.origin.endLine],
      ...facts,
    });
    this.report(edit, 'failed');
  }

  note(edit: Edit, code: string, text: string): void {
    this.notes.push({ code, path: edit.target.path, block: edit.origin.block, text });
  }

  /** Says what became of an edit; a failure stays a failure. */
  report(edit: Edit, status: BlockReport['status'], lines?: readonly [number, number]): void {
    const { block } = edit.origin;
    if (this.#blocks.get(block)?.status === 'failed') return;
    this.#blocks.set(block, {
      block,
      path: edit.target.spelt,
      format: edit.origin.format,
      responseLines: [edit.origin.line, edit.origin.endLine],
      status,
      ...(lines === undefined ? {} : { lines }),
    });
  }

  /** A block that failed only because it is applied already has no effect in a response that does something else. */
  settleApplied(block: number): void {
    const report = this.#blocks.get(block);
    if (report !== undefined) this.#blocks.set(block, { ...report, status: 'no-effect' });
  }

  statusOf(block: number): BlockReport['status'] | undefined {
    return this.#blocks.get(block)?.status;
  }

  get blocks(): readonly BlockReport[] {
    return [...this.#blocks.values()].sort((a, b) => a.block - b.block);
  }
}
