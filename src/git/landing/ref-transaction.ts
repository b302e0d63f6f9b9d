import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFault } from '../../core/model/fault.ts';
import type { BranchRef, Oid, SubmissionId } from '../../core/model/ids.ts';
import { lineProcess, takeLine, type LineProcess } from '../line-process.ts';
import type { GitPlace } from '../plumbing.ts';
import type { Repository } from '../repository.ts';

/** The ref that says for good which commit a submission landed as. */
const landedRef = (submission: SubmissionId): string => `refs/sallyport/landed/${submission}`;

/**
 * While a landing's transaction runs, a file tells a `reference-transaction` hook that guards the target which move is
 * ours: one line, as git gives it to the hook (`<old> <new> <ref>`). A guard against accident, not against malice.
 */
export const permitFile = (repo: Pick<Repository, 'stateDir'>, landing: string): string =>
  join(repo.stateDir, 'permits', landing);

/** What a transaction does: a compare-and-swap of the target. `from` null: it must not exist. */
export interface TargetMove {
  readonly target: BranchRef;
  readonly from: Oid | null;
  readonly to: Oid;
}

/**
 * One transaction of git's refs: the target together with the submission's own ref, with the user's hooks. Its process is
 * started ahead, while the files are written. States: begun -> prepared (the refs are locked) -> committed, or aborted
 * from either.
 */
export class RefTransaction {
  readonly #submission: SubmissionId;
  readonly #permit: string;
  readonly #talk: LineProcess<string>;
  readonly #begun: Promise<string | null>;

  constructor(place: GitPlace, submission: SubmissionId, permit: string) {
    this.#submission = submission;
    this.#permit = permit;
    this.#talk = lineProcess(
      place,
      ['update-ref', '-m', `sallyport: land ${submission}`, '--stdin'],
      takeLine,
      { hooks: 'as-configured' },
    );
    this.#begun = this.#say('start\n', 'start: ok');
  }

  /** Null once the refs are locked and are where they should be; else what git said against it. */
  async prepare({ target, from, to }: TargetMove): Promise<string | null> {
    const refused = await this.#begun;
    if (refused !== null) return refused;
    const old = from ?? '0'.repeat(to.length);
    mkdirSync(dirname(this.#permit), { recursive: true, mode: 0o700 });
    writeFileSync(this.#permit, `${old} ${to} ${target}\n`, { mode: 0o600 });
    const order = [
      `update ${target} ${to} ${old}\n`,
      `update ${landedRef(this.#submission)} ${to}\n`,
      'prepare\n',
    ];
    return await this.#say(order.join(''), 'prepare: ok');
  }

  /** Moves the refs. What git said where it did not, or the answer was lost: then ask the ref. */
  async commit(): Promise<string | null> {
    const said = await this.#say('commit\n', 'commit: ok');
    await this.#end();
    return said;
  }

  /** Gives up whatever is not committed: git lets its locks go when its input ends. */
  async abandon(): Promise<void> {
    await this.#begun;
    await this.#end();
  }

  async #end(): Promise<void> {
    await this.#talk.close();
    rmSync(this.#permit, { force: true });
  }

  async #say(request: string, expected: string): Promise<string | null> {
    try {
      const answer = await this.#talk.request(request);
      return answer === expected ? null : `git update-ref answered ${answer}`;
    } catch (error) {
      return isFault(error) ? error.message : String(error);
    }
  }
}
