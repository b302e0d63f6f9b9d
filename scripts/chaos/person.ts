/**
 * A careful person at work in the checkout while payloads land in it. One thing at a time, as people do; bursts of
 * saves and commits with quiet moments between them. Caller: the run, which starts it and asks it to finish.
 */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TempRepo } from '../../test/support/temp-repo.ts';
import type { Dice } from './dice.ts';
import { obstaclePath, type Payload } from './payloads.ts';
import { COMMIT_STYLES, commit, type Committing } from './person-commits.ts';
import { personGit } from './person-git.ts';
import { lookAndRedo } from './person-look.ts';
import { personMemory, placeKey, type OwnPlace, type PersonMemory } from './person-memory.ts';
import { save } from './person-saves.ts';
import { OWN_LINES, fieldPath, uniqueValue, type Field } from './slot-file.ts';
import type { Traffic } from './traffic.ts';

export interface Person {
  readonly memory: PersonMemory;
  /** Puts a payload's obstacle in its way; does nothing while another branch is checked out. */
  readonly putObstacle: (payload: Payload) => void;
  /** Works until `finish` is called. Rejects where the person is stuck. */
  readonly work: (traffic: Traffic) => Promise<void>;
  /** Asks for the end of the work; `work` then commits what is open and moves every obstacle away. */
  readonly finish: () => void;
}

/** How long an obstacle stays where nothing waits for it. */
const OBSTACLE_PATIENCE_MS = 20_000;

interface StandingObstacle {
  readonly payload: Payload;
  readonly path: string;
  readonly content: string;
  readonly since: number;
}

export function person(repo: TempRepo, field: Field, dice: Dice): Person {
  return new PersonAtWork(repo, field, dice);
}

class PersonAtWork implements Person {
  readonly memory: PersonMemory;
  readonly #repo: TempRepo;
  readonly #field: Field;
  readonly #dice: Dice;
  readonly #git: ReturnType<typeof personGit>;
  readonly #obstacles = new Set<StandingObstacle>();
  #isAway = false;
  #isFinishing = false;
  #branches = 0;
  #notes = 0;
  #obstaclesPut = 0;

  constructor(repo: TempRepo, field: Field, dice: Dice) {
    this.#repo = repo;
    this.#field = field;
    this.#dice = dice;
    this.#git = personGit(repo);
    this.memory = personMemory(field);
  }

  readonly putObstacle = (payload: Payload): void => {
    const path = obstaclePath(payload);
    // Git itself destroys an ignored file on the way back to a branch that has a folder there.
    if (payload.obstacle === null || this.#isAway || existsSync(join(this.#repo.dir, path))) return;
    const content = `${uniqueValue('o', this.#obstaclesPut++)} of ${payload.name}\n`;
    this.#write(path, content);
    this.#obstacles.add({ payload, path, content, since: Date.now() });
  };

  readonly finish = (): void => {
    this.#isFinishing = true;
  };

  async work(traffic: Traffic): Promise<void> {
    while (!this.#isFinishing) {
      const burst = this.#dice.between(1, 4);
      for (let at = 0; at < burst && !this.#isFinishing; at += 1) await this.#act(traffic);
      if (this.#dice.chance(0.85)) await this.#commit(traffic);
      this.#moveObstacles(traffic);
      await pause(this.#dice.between(300, 2600));
    }
    for (const obstacle of this.#obstacles) this.#move(obstacle);
    while (this.memory.dirty.size > 0) {
      await commit(this.#committing(traffic), 'all');
    }
    await lookAndRedo(this.#committing(traffic));
  }

  async #act(traffic: Traffic): Promise<void> {
    const throwOf = this.#dice.next();
    if (throwOf < 0.05) await this.#visitBranch(traffic);
    else if (throwOf < 0.12) this.#note();
    else await this.#save(traffic);
    await pause(this.#dice.between(5, 250));
  }

  /** Saves one own line; none of those that `isTaken`. */
  async #save(
    traffic: Traffic,
    isTaken: (place: OwnPlace) => boolean = () => false,
  ): Promise<void> {
    const { memory } = this;
    const landing = traffic.landingPaths();
    const place = this.#placeToEdit(landing);
    if (isTaken(place)) return;
    if (this.#dice.chance(0.4)) await this.#untilLanding(400);
    const isDuringLanding = this.#git.isIndexLocked();
    const value = memory.nextValue();
    const isSaved = await save(this.#repo.dir, {
      place,
      value,
      style: this.#dice.pick(['in-place', 'replace']),
      windowMs: this.#dice.chance(0.25) ? this.#dice.between(1, 60) : 0,
    });
    if (!isSaved) return;
    memory.saved.set(placeKey(place), value);
    memory.dirty.set(placeKey(place), place);
    memory.counts.saves += 1;
    if (landing.includes(fieldPath(place.file))) memory.counts.savesOnLandingPaths += 1;
    if (isDuringLanding) memory.counts.savesDuringLanding += 1;
  }

  /** Mostly a line of a file that is about to change under the person's hands. */
  #placeToEdit(landing: readonly string[]): OwnPlace {
    const line = this.#dice.between(0, OWN_LINES - 1);
    const files = Array.from({ length: this.#field.files }, (_, file) => file);
    const hot = files.filter((file) => landing.includes(fieldPath(file)));
    return { line, file: this.#dice.pick(hot.length > 0 && this.#dice.chance(0.65) ? hot : files) };
  }

  /** Waits for a landing to begin, so as to save in the middle of it; not for long. */
  async #untilLanding(ms: number): Promise<void> {
    const deadline = Date.now() + ms;
    while (!this.#git.isIndexLocked() && Date.now() < deadline) await pause(1);
    await pause(this.#dice.between(0, 25));
  }

  #commit(traffic: Traffic): Promise<void> {
    return commit(this.#committing(traffic), this.#dice.pick(COMMIT_STYLES));
  }

  #committing(traffic: Traffic): Committing {
    return {
      repo: this.#repo,
      git: this.#git,
      memory: this.memory,
      files: this.#field.files,
      dice: this.#dice,
      isLanding: (path) => traffic.landingPaths().includes(path),
      meanwhile: async (ms) => {
        await pause(ms / 2);
        const isOpen = (place: OwnPlace): boolean => this.memory.dirty.has(placeKey(place));
        if (this.#dice.chance(0.5)) await this.#save(traffic, isOpen);
      },
    };
  }

  /** Looks at something on another branch, with nothing open, and comes back. */
  async #visitBranch(traffic: Traffic): Promise<void> {
    if (this.memory.dirty.size > 0) await commit(this.#committing(traffic), 'all');
    if (this.memory.dirty.size > 0 || this.#obstacles.size > 0) return;
    this.#isAway = true;
    const name = `visit-${this.#branches++}`;
    if (this.#dice.chance(0.5)) await this.#git.patiently(['switch', '-q', '-c', name]);
    else {
      await this.#git.patiently(['branch', name]);
      await this.#git.patiently(['switch', '-q', name]);
    }
    await lookAndRedo(this.#committing(traffic));
    await pause(this.#dice.between(200, 1500));
    await lookAndRedo(this.#committing(traffic));
    await this.#git.patiently(['switch', '-q', 'main']);
    await lookAndRedo(this.#committing(traffic));
    this.memory.counts.switches += 1;
    this.#isAway = false;
  }

  /** A file that git does not know, and must never touch. */
  #note(): void {
    const number = this.#notes++;
    const path = `notes/note-${number}.${this.#dice.pick(['txt', 'local'])}`;
    const content = `${uniqueValue('n', number)}\n`;
    this.#write(path, content);
    this.memory.keepsakes.set(path, content);
  }

  #moveObstacles(traffic: Traffic): void {
    for (const obstacle of this.#obstacles) {
      const isWaiting = traffic.isWaiting(obstacle.payload);
      if (isWaiting) this.memory.counts.obstaclesThatBlocked += 1;
      if (isWaiting || Date.now() - obstacle.since > OBSTACLE_PATIENCE_MS) this.#move(obstacle);
    }
  }

  #move(obstacle: StandingObstacle): void {
    const kept = `notes/kept-${obstacle.payload.name}.${obstacle.payload.obstacle === 'ignored' ? 'local' : 'txt'}`;
    mkdirSync(join(this.#repo.dir, 'notes'), { recursive: true });
    try {
      renameSync(join(this.#repo.dir, obstacle.path), join(this.#repo.dir, kept));
    } catch (error) {
      this.memory.losses.push(`${obstacle.path} was the person's and is gone: ${String(error)}`);
    }
    this.memory.keepsakes.set(kept, obstacle.content);
    this.#obstacles.delete(obstacle);
  }

  #write(path: string, content: string): void {
    const full = join(this.#repo.dir, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, content);
  }
}
