import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFault, Fault } from '../../core/model/fault.ts';
import type { Oid } from '../../core/model/ids.ts';
import { isAncestor, tipOf } from '../refs.ts';
import type { Repository } from '../repository.ts';
import type { PathChange } from '../tree.ts';
import { placeOfCheckout, type Checkout } from './checkouts.ts';
import { statsOf } from './disk-file.ts';
import { readIndexLock } from './index-lock.ts';
import { indexCopy, putIndexInPlace, writeIndexCopy } from './index-sync.ts';
import { blockedBy, inspectCheckout, type Inspection } from './inspect.ts';
import {
  checkoutsOf,
  discard,
  operationBlock,
  samePlaces,
  unlockAll,
  type LockedCheckouts,
} from './landing-session.ts';
import {
  blocked,
  LandingStopped,
  type LandingEffects,
  type LandingStep,
  type LandOutcome,
  type LandRequest,
} from './outcome.ts';
import { permitFile, RefTransaction } from './ref-transaction.ts';
import { requireWhole } from './require-whole.ts';
import { stageFiles, type StagedCheckout } from './stage-files.ts';
import {
  changedAsides,
  PathTaken,
  restoreLateWrite,
  takeBack,
  tryRemoveFolder,
  writeFiles,
  type FileWork,
} from './write-files.ts';

/** The difference that a landing makes. */
export interface LandingChange {
  readonly changes: readonly PathChange[];
  readonly tree: Oid;
}

interface CheckoutWork extends StagedCheckout {
  readonly inspection: Inspection;
  copy: string | null;
}

/**
 * One landing while its checkouts are locked. States: checking -> intended (the journal has it, files change) -> moved
 * (the target is at the candidate, nothing is undone any more) -> done. Whatever fails before `moved` puts everything
 * back; what fails after it is finished by recovery.
 */
export class LockedLanding {
  readonly #repo: Repository;
  readonly #request: LandRequest;
  readonly #effects: LandingEffects;
  readonly #locked: LockedCheckouts;
  readonly #work: CheckoutWork[] = [];
  #isIntended = false;
  #transaction: RefTransaction | null = null;

  constructor(
    repo: Repository,
    request: LandRequest,
    effects: LandingEffects,
    locked: LockedCheckouts,
  ) {
    this.#repo = repo;
    this.#request = request;
    this.#effects = effects;
    this.#locked = locked;
  }

  async run(change: LandingChange): Promise<LandOutcome> {
    try {
      this.#step('locked');
      const transaction = this.#begin();
      const inspections = await this.#check(change);
      this.#step('checked');
      this.#intend();
      await this.#write(inspections, change);
      await this.#move(transaction);
    } catch (error) {
      await this.#transaction?.abandon();
      return this.#undo(error);
    }
    return this.#finish();
  }

  #step(step: LandingStep): void {
    this.#effects.onStep?.(step);
  }

  /** Starts the transaction's process, which takes a while, beside all that comes before the move. It locks nothing yet. */
  #begin(): RefTransaction {
    const [first] = this.#locked.checkouts;
    const place = first === undefined ? this.#repo : placeOfCheckout(this.#repo, first);
    const permit = permitFile(this.#repo, this.#request.landing);
    const transaction = new RefTransaction(place, this.#request.submission, permit);
    this.#transaction = transaction;
    return transaction;
  }

  async #check(change: LandingChange): Promise<readonly Inspection[]> {
    const operation = await operationBlock(this.#repo, this.#request.target);
    if (operation !== null) throw new LandingStopped(operation);
    const inspections: Inspection[] = [];
    for (const checkout of this.#locked.checkouts) {
      const inspection = await inspectCheckout(this.#repo, checkout, change);
      const obstacle = blockedBy(inspection);
      if (obstacle !== null) throw new LandingStopped(obstacle);
      inspections.push(inspection);
    }
    await requireWhole(this.#repo, { candidate: this.#request.permit.candidate, ...change });
    return inspections;
  }

  #intend(): void {
    const { submission, landing, target, previous, permit } = this.#request;
    const worktrees = this.#locked.checkouts.map(({ path, gitDir }) => ({
      path,
      gitDir,
      token: this.#locked.token,
    }));
    this.#effects.journal.intend({
      submission,
      landing,
      target,
      previous,
      candidate: permit.candidate,
      worktrees,
    });
    this.#isIntended = true;
    this.#step('intended');
  }

  async #write(inspections: readonly Inspection[], change: LandingChange): Promise<void> {
    const { landing } = this.#request;
    for (const inspection of inspections) {
      const staged = await stageFiles(this.#repo, inspection, { landing, tree: change.tree });
      this.#work.push({ ...staged, inspection, copy: null });
    }
    this.#step('staged');
    for (const work of this.#work) {
      writeFiles(this.#files(work), (step) => this.#step(step));
    }
    this.#step('files-written');
    for (const work of this.#work) {
      const skipped = new Set([...work.inspection.skipped, ...work.leftOut]);
      const update = { changes: work.inspection.staleEntries, skipped };
      const { checkout } = work.inspection;
      work.copy = await writeIndexCopy(this.#repo, checkout, landing, update);
    }
    this.#step('index-written');
  }

  async #move(transaction: RefTransaction): Promise<void> {
    const { target, previous, permit } = this.#request;
    const refused = await transaction.prepare({ target, from: previous, to: permit.candidate });
    if (refused !== null) throw new LandingStopped(await this.#notPrepared(refused));
    this.#step('ref-prepared');
    await this.#lookAgain();
    const said = await transaction.commit();
    if (said === null) return;
    // An answer that did not come tells nothing: the ref does.
    const tip = await tipOf(this.#repo, target);
    if (tip !== null && (await isAncestor(this.#repo, permit.candidate, tip))) return;
    throw new LandingStopped(await this.#notPrepared(said));
  }

  async #notPrepared(said: string): Promise<LandOutcome> {
    const tip = await tipOf(this.#repo, this.#request.target);
    if (tip !== this.#request.previous) return { kind: 'target-moved', tip };
    const reason = refusedFor(said);
    const detail =
      reason === 'hook-refused' ? said.replace(/^git update-ref ended early: /, '') : said;
    return blocked(reason, this.#repo.worktree, [], detail);
  }

  /** The last look before the target moves: HEADs, our locks, and writers of the files that were moved aside. */
  async #lookAgain(): Promise<void> {
    const { target } = this.#request;
    const now = await checkoutsOf(this.#repo, target);
    if (!samePlaces(now, this.#locked.checkouts)) {
      const where = this.#locked.checkouts[0]?.path ?? this.#repo.worktree;
      const detail = 'A worktree switched branches while the landing was prepared.';
      throw new LandingStopped(blocked('busy', where, [], detail));
    }
    for (const { path, gitDir } of this.#locked.checkouts) {
      if (readIndexLock(gitDir) === this.#locked.token) continue;
      const detail = `The index lock of ${path} was removed by somebody.`;
      throw new LandingStopped(blocked('busy', path, [], detail));
    }
    for (const work of this.#work) {
      const [changed] = changedAsides(this.#files(work));
      if (changed !== undefined) throw new PathTaken(changed.path);
    }
  }

  /** Puts everything back, then returns what stopped the landing, or throws what is nobody's answer. */
  #undo(error: unknown): LandOutcome {
    const kept: string[] = [];
    try {
      for (const work of this.#work.toReversed()) kept.push(...takeBack(this.#files(work)));
    } catch (failure) {
      // The journal still has the landing and the locks stay: recovery goes on from here.
      throw new Fault('io-failed', 'A landing could not be undone completely.', {
        cause: new AggregateError([error, failure]),
        retryable: true,
        hint: 'Its files are under .git/sallyport/asides; restart to let recovery finish.',
      });
    }
    for (const { gitDir } of this.#locked.checkouts) {
      discard(indexCopy({ gitDir }, this.#request.landing));
    }
    unlockAll(this.#locked.checkouts, this.#locked.token);
    if (this.#isIntended) this.#effects.journal.settle(this.#request.landing, 'abandoned');
    for (const work of this.#work) tidyLandingFolder(this.#files(work));
    return this.#outcomeOf(error, kept);
  }

  #outcomeOf(error: unknown, kept: readonly string[]): LandOutcome {
    if (error instanceof LandingStopped) return error.outcome;
    const where = this.#work[0]?.inspection.checkout.path ?? this.#repo.worktree;
    if (error instanceof PathTaken) {
      const paths = [...new Set([error.path, ...kept])];
      return blocked('dirty-path', where, paths, `${error.message}.`);
    }
    const isRefusal = isFault(error) || (error instanceof Error && 'syscall' in error);
    if (!isRefusal || !this.#isIntended) throw error;
    return blocked('write-refused', where, kept, error.message);
  }

  #finish(): LandOutcome {
    const { permit, landing } = this.#request;
    this.#step('ref-moved');
    for (const { inspection, copy } of this.#work) {
      const { checkout } = inspection;
      if (copy === null || readIndexLock(checkout.gitDir) !== this.#locked.token) {
        throw new Fault('busy', `The index lock of ${checkout.path} was removed by somebody.`, {
          retryable: true,
          hint: 'The commit has landed; recovery brings that worktree up to date.',
        });
      }
      putIndexInPlace(checkout, copy);
    }
    this.#step('index-renamed');
    unlockAll(this.#locked.checkouts, this.#locked.token);
    this.#step('unlocked');
    const lateWrites = this.#work.flatMap((work) => {
      const files = this.#files(work);
      const late = changedAsides(files).filter((file) => restoreLateWrite(files, file));
      return late.map(({ path }) => path);
    });
    this.#effects.journal.settle(landing, 'landed');
    this.#step('settled');
    for (const work of this.#work) tidyLandingFolder(this.#files(work));
    const worktrees = this.#locked.checkouts.map(({ path }: Checkout) => path);
    return { kind: 'landed', commit: permit.candidate, worktrees, lateWrites };
  }

  #files(work: CheckoutWork): FileWork {
    return {
      folder: work.folder,
      manifest: work.manifest,
      format: this.#repo.objectFormat,
    };
  }
}

/** Why git did not move the refs, by what it said in English. */
function refusedFor(said: string): 'busy' | 'hook-refused' | 'ref-refused' {
  if (/Unable to create .*\.lock|File exists/.test(said)) return 'busy';
  return /aborted by (?:the reference-transaction )?hook/.test(said)
    ? 'hook-refused'
    : 'ref-refused';
}

/** Removes what a landing's folder no longer needs: all of it, unless files of the user's wait there. */
export function tidyLandingFolder({ folder, manifest }: FileWork): void {
  const isNeeded = manifest.files.some(
    ({ aside, undone }) =>
      statsOf(join(folder, aside)) !== null || statsOf(join(folder, undone)) !== null,
  );
  if (!isNeeded) {
    discard(folder);
    // Folders of other checkouts may stand beside it.
    tryRemoveFolder(dirname(folder));
    return;
  }
  for (const name of ['tree', 'index', 'index.lock']) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}
