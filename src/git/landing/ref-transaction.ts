import type { BranchRef, Oid, SubmissionId } from '../../core/model/ids.ts';
import { lineProcess, takeLine, type LineProcess } from '../line-process.ts';
import { isFault } from '../../core/model/fault.ts';
import type { GitPlace } from '../plumbing.ts';

/** A move of the target that has its locks and may still be called off. */
export interface PreparedMove {
  /** Moves the refs. Throws where git cannot; then nothing moved, or the answer was lost: ask the ref. */
  readonly commit: () => Promise<void>;
  readonly abort: () => Promise<void>;
}

/** The ref that says for good which commit a submission landed as. */
export const landedRef = (submission: SubmissionId): string =>
  `refs/sallyport/landed/${submission}`;

/**
 * Prepares a compare-and-swap of the target together with the submission's own ref, in one transaction with the user's
 * hooks. A string: what git said against it (the target is elsewhere, a lock, a hook).
 */
export async function prepareMove(
  place: GitPlace,
  move: {
    readonly submission: SubmissionId;
    readonly landing: string;
    readonly target: BranchRef;
    readonly from: Oid | null;
    readonly to: Oid;
  },
): Promise<PreparedMove | string> {
  const talk = lineProcess(
    place,
    ['update-ref', '-m', `sallyport: land ${move.submission}`, '--stdin'],
    takeLine,
    { hooks: 'as-configured' },
  );
  const from = move.from ?? '0'.repeat(move.to.length);
  try {
    await expectLine(talk, 'start\n', 'start: ok');
    await expectLine(
      talk,
      [
        `update ${move.target} ${move.to} ${from}\n`,
        `update ${landedRef(move.submission)} ${move.to}\n`,
        'prepare\n',
      ].join(''),
      'prepare: ok',
    );
  } catch (error) {
    await talk.close();
    return isFault(error) ? error.message : String(error);
  }
  const finish = async (command: 'commit' | 'abort'): Promise<void> => {
    try {
      await expectLine(talk, `${command}\n`, `${command}: ok`);
    } finally {
      await talk.close();
    }
  };
  return {
    commit: async () => await finish('commit'),
    abort: async () => await finish('abort'),
  };
}

async function expectLine(
  talk: LineProcess<string>,
  request: string,
  expected: string,
): Promise<void> {
  const answer = await talk.request(request);
  if (answer !== expected) throw new Error(`git update-ref answered ${answer}`);
}
