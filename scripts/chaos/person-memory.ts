import { OWN_LINES, VALUE_WIDTH, fieldPath, uniqueValue, type Field } from './slot-file.ts';

/** An own line of the person. */
export interface OwnPlace {
  readonly file: number;
  readonly line: number;
}

/** A commit as the person remembers it: its subject is unique, and `values` are what they committed, by own place. */
export interface RememberedCommit {
  readonly subject: string;
  readonly style: string;
  readonly values: ReadonlyMap<string, string>;
}

/** Counts of what the person did and met. */
export interface PersonCounts {
  saves: number;
  /** Saves to a path that an open payload was about to change. */
  savesOnLandingPaths: number;
  /** Saves while a landing held the index. */
  savesDuringLanding: number;
  commits: number;
  commitsOnLandingPaths: number;
  /** Commits that git refused, because of a lock or a moved branch, and that were done again. */
  refusedCommits: number;
  switches: number;
  /** Saves that crossed a landing: the diff showed lines that were not the person's, so they redid theirs. */
  crossings: number;
  /** Saves that went to a file which a landing had moved aside: the value was found there, and redone. */
  savesFoundAside: number;
  /** Untracked or ignored files that stood in a payload's way and were moved after it said that it waits. */
  obstaclesThatBlocked: number;
}

/** What the person wrote, and must find again. */
export interface PersonMemory {
  readonly counts: PersonCounts;
  /** Last value saved, by own place. */
  readonly saved: Map<string, string>;
  /** Own places saved since they were last committed. */
  readonly dirty: Map<string, OwnPlace>;
  readonly commits: RememberedCommit[];
  /** Files outside git that must keep their content: path to content. */
  readonly keepsakes: Map<string, string>;
  readonly nextValue: () => string;
  readonly nextSubject: () => string;
  /** Breaches of what the person was promised, in words. */
  readonly losses: string[];
}

export const placeKey = ({ file, line }: OwnPlace): string => `${fieldPath(file)}:${line}`;

export function personMemory(field: Field): PersonMemory {
  const saved = new Map<string, string>();
  for (let file = 0; file < field.files; file += 1) {
    for (let line = 0; line < OWN_LINES; line += 1) {
      saved.set(placeKey({ file, line }), 'x'.repeat(VALUE_WIDTH));
    }
  }
  let values = 0;
  let subjects = 0;
  return {
    saved,
    dirty: new Map(),
    commits: [],
    keepsakes: new Map(),
    losses: [],
    nextValue: () => uniqueValue('v', values++),
    nextSubject: () => `person ${String(subjects++).padStart(5, '0')}`,
    counts: {
      saves: 0,
      savesOnLandingPaths: 0,
      savesDuringLanding: 0,
      commits: 0,
      commitsOnLandingPaths: 0,
      refusedCommits: 0,
      switches: 0,
      crossings: 0,
      savesFoundAside: 0,
      obstaclesThatBlocked: 0,
    },
  };
}

/** The person's values in one file, by line. */
export const ownValuesOf = (memory: PersonMemory, file: number): readonly string[] =>
  Array.from(
    { length: OWN_LINES },
    (_, line) => memory.saved.get(placeKey({ file, line })) ?? 'x'.repeat(VALUE_WIDTH),
  );
