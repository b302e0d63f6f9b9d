import { mkdir, readdir, realpath, rename } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { SubmissionId } from '../core/model/ids.ts';
import {
  handIn,
  statOf,
  type Claim,
  type ClaimContext,
  type DroppedFile,
  type RefusedFile,
} from './drop-claim.ts';
import {
  CLAIMED_INSIDE,
  claimIdOf,
  claimName,
  isIgnoredName,
  parseClaimedName,
} from './drop-names.ts';
import { isFresh, isSettled, isUnchanged, look, type Sight } from './drop-sight.ts';
import { namesOpenForWriting } from './drop-writers.ts';

/** A line for the log. */
export type DropLog = (line: { readonly level: 'info' | 'warn'; readonly text: string }) => void;

/** Folders are absolute paths; bytes; milliseconds since the epoch. */
export interface DropScanOptions {
  readonly inbox: string;
  /** Where claimed files lie; the same file system as the inbox, or files are claimed inside the inbox. */
  readonly claimed: string;
  /** False where the repository was moved or removed: its folders are then not made anew. Left out: it is. */
  readonly isInPlace?: () => boolean;
  readonly submit: (file: DroppedFile) => {
    readonly id: SubmissionId;
    readonly isRepeat: boolean;
  };
  /** Puts a file that cannot be a submission where its author finds it, with the reason. */
  readonly refuse: (file: RefusedFile) => void | Promise<void>;
  /** Told when a file was written on after it had been handed in, and was handed in anew. */
  readonly supersede?: (older: SubmissionId, newer: SubmissionId) => void;
  readonly log: DropLog;
  readonly clock: () => number;
  readonly maxBytes: number;
}

/** What one listing found. `isPending`: some file is not ready yet, so look again soon. */
export interface ScanEnd {
  readonly isPending: boolean;
  /** Identity of the folder: another one means that it was made anew, and watching starts over. */
  readonly folder: string;
}

/** A file in the inbox that may be claimed. */
interface Candidate {
  readonly name: string;
  /** The very bytes of the path: a name need not be UTF-8. */
  readonly path: Buffer;
  readonly claimId: string;
  readonly sight: Sight;
}

/**
 * The truth about the drop folder: one listing at a time. A file goes from the inbox (seen, settled) to the claimed
 * folder (`claim-...`: ours alone, seen again) to the store, and is then kept under its submission's id. What a crash
 * leaves at any point is found by the next listing or, in the claimed folder, by the first.
 *
 * Invariants: a rename is the claim, so two daemons never take one file; the claim's id is in the file's name before
 * the store hears of it, so that the same claim handed in again is no second submission; nothing is deleted.
 */
export class DropScan {
  readonly #options: DropScanOptions;
  readonly #sights = new Map<string, Sight>();
  readonly #claims = new Map<string, Claim>();
  /** Files of accepted submissions that still lie in the claimed folder, as they were read. */
  readonly #stored = new Map<
    string,
    { readonly submission: SubmissionId; readonly claim: Claim }
  >();
  readonly #said = new Set<string>();
  #isFirst = true;

  constructor(options: DropScanOptions) {
    this.#options = options;
  }

  /** Lists once and takes what is ready. Throws where a folder cannot be listed. */
  async run(): Promise<ScanEnd> {
    const folders = await this.#folders();
    if (this.#isFirst) await this.#findLeftovers(folders.claimed);
    this.#isFirst = false;
    await this.#findGrowth(folders.claimed);
    const isWaiting = await this.#claimSettled(folders);
    const isTaking = await this.#handInClaims(folders.claimed);
    return { isPending: isWaiting || isTaking, folder: folders.identity };
  }

  /** Says a thing once for as long as its cause lasts. */
  #sayOnce(key: string, text: string): void {
    if (this.#said.has(key)) return;
    this.#said.add(key);
    this.#options.log({ level: 'warn', text });
  }

  async #folders(): Promise<{ inbox: string; claimed: string; identity: string }> {
    if (this.#options.isInPlace?.() === false)
      throw new Error('the repository is no longer where it was');
    await mkdir(this.#options.inbox, { recursive: true });
    const inbox = await realpath(this.#options.inbox);
    await mkdir(this.#options.claimed, { recursive: true });
    const [here, there] = await Promise.all([statOf(inbox), statOf(this.#options.claimed)]);
    // A folder made anew may get the old one's number.
    const identity = [here?.dev, here?.ino, here?.birthtimeNs].join(':');
    if (here?.dev === there?.dev) return { inbox, claimed: this.#options.claimed, identity };
    // A rename cannot cross file systems, and a copy would not be a claim.
    const claimed = join(inbox, CLAIMED_INSIDE);
    await mkdir(claimed, { recursive: true });
    return { inbox, claimed, identity };
  }

  async #findLeftovers(claimed: string): Promise<void> {
    for (const fileName of await readdir(claimed)) {
      const parsed = parseClaimedName(fileName);
      const path = join(claimed, fileName);
      const stats = await statOf(path);
      if (parsed === null || stats === null || !stats.isFile()) continue;
      const sight = look(undefined, stats, this.#options.clock());
      const claim = { id: parsed.id, name: parsed.name, path, sight, supersedes: null };
      if (parsed.kind === 'claim') this.#claims.set(path, claim);
      else this.#stored.set(path, { submission: parsed.id as SubmissionId, claim });
    }
  }

  /** A writer that kept the file open may write on after the claim: what it wrote then is a drop of its own. */
  async #findGrowth(claimed: string): Promise<void> {
    for (const [path, { submission, claim }] of this.#stored) {
      const stats = await statOf(path);
      if (stats !== null && isUnchanged(claim.sight, stats)) continue;
      this.#stored.delete(path);
      if (stats === null) continue;
      const id = claimIdOf(claim.name, stats);
      const renamed = join(claimed, claimName(id, claim.name));
      if (!(await this.#isMoved(path, renamed, claim.name))) continue;
      const sight = look(undefined, stats, this.#options.clock());
      this.#claims.set(renamed, { ...claim, id, path: renamed, sight, supersedes: submission });
    }
  }

  /** True where some file is not settled. */
  async #claimSettled(folders: { inbox: string; claimed: string }): Promise<boolean> {
    const candidates = await this.#look(folders.inbox);
    const now = this.#options.clock();
    const settled = candidates.filter(({ sight }) => isSettled(sight, now));
    const open = settled.some(({ sight }) => isFresh(sight, now))
      ? namesOpenForWriting(folders.inbox)
      : new Set<string>();
    const ready = settled.filter(({ name, sight }) => !(open.has(name) && isFresh(sight, now)));
    for (const { name, path, claimId, sight } of ready.toSorted(byAge)) {
      const claimedPath = join(folders.claimed, claimName(claimId, name));
      if (!(await this.#isMoved(path, claimedPath, name))) continue;
      this.#sights.delete(name);
      this.#claims.set(claimedPath, {
        id: claimId,
        name,
        path: claimedPath,
        sight,
        supersedes: null,
      });
    }
    return ready.length < candidates.length;
  }

  async #look(inbox: string): Promise<readonly Candidate[]> {
    const names = await readdir(inbox, { encoding: 'buffer' });
    const candidates: Candidate[] = [];
    for (const raw of names) {
      const name = raw.toString();
      if (isIgnoredName(name)) continue;
      const path = Buffer.concat([Buffer.from(inbox + sep), raw]);
      const stats = await statOf(path);
      if (stats === null) continue;
      if (!stats.isFile()) {
        const kind = stats.isDirectory()
          ? 'a folder'
          : stats.isSymbolicLink()
            ? 'a link'
            : 'no file';
        this.#sayOnce(
          `kind:${name}`,
          `Left alone in the inbox, since it is ${kind}: ${shown(name)}`,
        );
        continue;
      }
      const sight = look(this.#sights.get(name), stats, this.#options.clock());
      candidates.push({ name, path, sight, claimId: claimIdOf(name, stats) });
    }
    this.#sights.clear();
    for (const { name, sight } of candidates) this.#sights.set(name, sight);
    return candidates;
  }

  /** True where some claim is still to be handed in. */
  async #handInClaims(claimed: string): Promise<boolean> {
    const context: ClaimContext = { ...this.#options, claimed };
    let isLeft = false;
    const claims = Array.from(this.#claims);
    for (const [path, before] of claims) {
      const stats = await statOf(path);
      this.#claims.delete(path);
      if (stats === null) continue;
      const claim = { ...before, sight: look(before.sight, stats, this.#options.clock()) };
      const isReady = isSettled(claim.sight, this.#options.clock());
      if (isReady && (await this.#isTaken(claim, context))) continue;
      this.#claims.set(path, claim);
      isLeft ||= !isReady;
    }
    return isLeft;
  }

  /** False: try again later. */
  async #isTaken(claim: Claim, context: ClaimContext): Promise<boolean> {
    try {
      const end = await handIn(claim, context);
      if (end.kind === 'changed') return false;
      if (end.kind === 'refused') await this.#options.refuse(end.file);
      if (end.kind === 'stored') {
        this.#stored.set(end.path, {
          submission: end.submission,
          claim: { ...claim, path: end.path },
        });
        this.#announce(claim, end.submission);
      }
      return true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#sayOnce(
        `take:${claim.id}:${reason}`,
        `Not taken in yet: ${shown(claim.name)}: ${reason}`,
      );
      return false;
    }
  }

  #announce(claim: Claim, submission: SubmissionId): void {
    const { log, supersede } = this.#options;
    log({ level: 'info', text: `Took in ${shown(claim.name)} as ${submission}` });
    if (claim.supersedes === null || claim.supersedes === submission) return;
    log({
      level: 'warn',
      text: `${shown(claim.name)} was written on after it was taken in as ${claim.supersedes}; ${submission} replaces it`,
    });
    supersede?.(claim.supersedes, submission);
  }

  async #isMoved(from: string | Buffer, to: string, name: string): Promise<boolean> {
    try {
      await rename(from, to);
      return true;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      // Gone: its author took it back, or another daemon was faster.
      if (code !== 'ENOENT') {
        this.#sayOnce(`move:${name}:${code}`, `Cannot claim ${shown(name)} yet: ${code}`);
      }
      return false;
    }
  }
}

/** A name in a log line: no control characters. */
const shown = (name: string): string => JSON.stringify(name.slice(0, 200));

const byAge = (a: Candidate, b: Candidate): number =>
  a.sight.mtimeNs === b.sight.mtimeNs
    ? a.name < b.name
      ? -1
      : 1
    : a.sight.mtimeNs < b.sight.mtimeNs
      ? -1
      : 1;
