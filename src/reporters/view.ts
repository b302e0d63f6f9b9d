import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { State } from '../core/lifecycle/states.ts';
import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import { isEnd } from '../core/lifecycle/transition.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';
import type { Ledger } from '../store/ledger.ts';
import type { Values } from '../store/values.ts';
import { refusedReports, type RefusedPayload } from './refused-payload.ts';
import { REPORTERS } from './reporters.ts';
import {
  claimedFiles,
  isFree,
  isThere,
  moveTo,
  ownerOf,
  removeCopy,
  removeReports,
  writeWhole,
} from './view-files.ts';
import { numberedName, safeName } from './view-name.ts';

/** The folder of each state that a person may want to look at. */
const FOLDERS: Readonly<Partial<Record<State, string>>> = {
  landed: 'landed',
  rejected: 'rejected',
  held: 'held',
  waiting: 'waiting',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** What could not be shown. Nothing is lost by it: the store has it all. */
export interface ViewProblem {
  readonly submission: string;
  readonly message: string;
}

export interface ViewOptions {
  /** The folder for people, `.sallyport` in the checkout: absolute. */
  readonly root: string;
  /** Where claimed files lie, first choice first. */
  readonly claimed: readonly string[];
  readonly ledger: Pick<Ledger, 'view' | 'facts' | 'payload' | 'list'>;
  readonly values: Values;
  /** Which submissions are shown: those that were dropped, unless it says otherwise. */
  readonly isShown?: (facts: SubmissionFacts) => boolean;
}

/** Where a submission's file was put, relative to the root. */
interface Placement {
  readonly folder: string;
  readonly name: string;
}

/**
 * The folders for people: each dropped file lies in the folder of its state, with its reports beside it. It is a copy
 * of what the store knows and decides nothing; it may be deleted, in part or as a whole, at any time.
 *
 * Order of a move: the reports in the new place (the receipt, written first, names the submission that a name belongs
 * to), the file, the note in the store where it is, and last the reports in the old place go. A crash in between leaves
 * what the next `place` or `rebuild` finishes.
 */
export class View {
  readonly #options: ViewOptions;

  constructor(options: ViewOptions) {
    this.#options = options;
  }

  /** Puts a submission's file and reports where its state says. Never throws. */
  place(id: SubmissionId): readonly ViewProblem[] {
    return this.#guard(id, () => {
      const { ledger } = this.#options;
      if (!this.#isShown(ledger.facts(id))) return [];
      const view = ledger.view(id);
      const folder = FOLDERS[view.state];
      // Its siblings went with the folder, and nobody would notice once it is there again.
      const isGone = folder !== undefined && !isThere(join(this.#options.root, folder));
      this.#put(view);
      return isGone ? this.#rebuildState(view.state, id) : [];
    });
  }

  /**
   * Brings the folders to what the store says: on start, and now and then. A file that somebody deleted stays deleted
   * where its submission has ended, unless its whole folder is gone.
   */
  rebuild(): readonly ViewProblem[] {
    return this.#guard('', () => {
      const left = claimedFiles(this.#options.claimed);
      return this.#options.ledger
        .list()
        .filter((summary) => this.#isShown(summary))
        .filter(({ id, state }) => this.#isWrong(id, state) || (isEnd(state) && left.has(id)))
        .flatMap(({ id }) => this.place(id));
    });
  }

  /** Puts a file that never became a submission among the rejected, with its reasons. Never throws. */
  placeRefused(payload: RefusedPayload): readonly ViewProblem[] {
    return this.#guard(payload.name, () => {
      const folder = join(this.#options.root, 'rejected');
      mkdirSync(folder, { recursive: true });
      const name = freeName(folder, payload.name, null);
      for (const { suffix, text } of refusedReports(payload)) {
        writeWhole(join(folder, name + suffix), text);
      }
      moveTo(payload.path, join(folder, name));
      return [];
    });
  }

  #isShown(facts: SubmissionFacts): boolean {
    return this.#options.isShown?.(facts) ?? facts.source === 'drop-folder';
  }

  #isWrong(id: SubmissionId, state: State): boolean {
    const placement = this.#placement(id);
    const folder = FOLDERS[state];
    if (folder === undefined) return placement !== null;
    if (placement?.folder !== folder) return true;
    if (!isThere(join(this.#options.root, folder))) return true;
    return !isEnd(state) && !isThere(join(this.#options.root, folder, placement.name));
  }

  #rebuildState(state: State, done: SubmissionId): readonly ViewProblem[] {
    return this.#options.ledger
      .list({ states: [state] })
      .filter((summary) => summary.id !== done && this.#isShown(summary))
      .flatMap(({ id }) =>
        this.#guard(id, () => {
          this.#put(this.#options.ledger.view(id));
          return [];
        }),
      );
  }

  #put(view: SubmissionView): void {
    const before = this.#placement(view.id);
    const folder = FOLDERS[view.state];
    if (folder === undefined) this.#takeBack(view.id, before);
    else this.#putInto(folder, view, before);
  }

  #putInto(folder: string, view: SubmissionView, before: Placement | null): void {
    const { root, ledger, values, claimed } = this.#options;
    const facts = ledger.facts(view.id);
    const path = join(root, folder);
    mkdirSync(path, { recursive: true });
    const isSame = before?.folder === folder;
    const name = isSame ? before.name : freeName(path, facts.name, view.id);
    for (const { suffix, render } of REPORTERS) {
      const text = render(view, facts);
      if (text !== null) writeWhole(join(path, name + suffix), text);
    }
    const target = join(path, name);
    const kept = claimedFiles(claimed).get(view.id) ?? null;
    if (!isThere(target)) {
      const source = before === null || isSame ? null : join(root, before.folder, before.name);
      const isMoved = [source, kept].some((from) => from !== null && moveTo(from, target));
      if (!isMoved) writeWhole(target, ledger.payload(view.id));
    } else if (kept !== null) {
      removeCopy(kept, facts.payloadHash);
    }
    if (isSame) return;
    values.set(keyOf(view.id), JSON.stringify({ folder, name }));
    if (before !== null) removeReports(join(root, before.folder), before.name, view.id);
  }

  /** It is being worked on again: its file waits where claimed files do, and old reports would mislead. */
  #takeBack(id: SubmissionId, before: Placement | null): void {
    if (before === null) return;
    const { root, claimed, values } = this.#options;
    const [home] = claimed;
    const path = join(root, before.folder);
    if (home !== undefined) moveTo(join(path, before.name), join(home, `${id}-${before.name}`));
    removeReports(path, before.name, id);
    values.remove(keyOf(id));
  }

  #placement(id: SubmissionId): Placement | null {
    const text = this.#options.values.get(keyOf(id));
    return text === null ? null : (JSON.parse(text) as Placement);
  }

  #guard(submission: string, action: () => readonly ViewProblem[]): readonly ViewProblem[] {
    try {
      return action();
    } catch (error) {
      return [{ submission, message: error instanceof Error ? error.message : String(error) }];
    }
  }
}

const keyOf = (id: SubmissionId): string => `view:${id}`;

/** The first numbered form of a name that nothing else has, or that this submission has already. */
function freeName(folder: string, wanted: string, id: SubmissionId | null): string {
  const safe = safeName(wanted);
  for (let number = 1; ; number += 1) {
    const name = numberedName(safe, number);
    if (isFree(folder, name) || (id !== null && ownerOf(folder, name) === id)) return name;
  }
}
