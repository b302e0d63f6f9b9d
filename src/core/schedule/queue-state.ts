/**
 * A part of a tree that verdicts depend on: the inputs of one gate, a path. Submissions matter to one another by parts
 * alone: one affects another where it changes a part that the other needs.
 */
export type Part = string;

/** Changing this part changes every part: the config, or a move of the branch that nobody here made. */
export const EVERYTHING: Part = '*';

/** A submission that is not decided yet, as far as the planner cares. */
export interface Entry {
  readonly id: string;
  /** Higher goes first, where that throws no running work away. Any number: see `ranksOf`. */
  readonly priority: number;
  /** Parts that its verdict depends on. */
  readonly needs: readonly Part[];
  readonly changes: readonly Part[];
  /** Estimated probability that it passes, above 0 and below 1: see `estimateChance`. */
  readonly chance: number;
  /** Runs of it that ended without a verdict, by the machine's fault. */
  readonly faults: number;
  /** Nothing of it is started for now. */
  readonly isPaused: boolean;
}

/** `cancelling` holds its slot until it is really gone. `fault`: it ended and says nothing about its members. */
export type RunState = 'running' | 'cancelling' | 'passed' | 'failed' | 'fault';

/** One judgement of one tree: its members on the branch as it was at `version`, with `lands` put in before them. */
export interface Run {
  readonly id: string;
  /** Judged together, and landed together: one, or a batch. */
  readonly members: readonly string[];
  /** The target's version when it was started. */
  readonly version: number;
  /** Undecided submissions that it assumes to land first, in order. Those that do not affect it are left out. */
  readonly lands: readonly string[];
  /** Undecided submissions that affect it and that it assumes not to land. */
  readonly fails: readonly string[];
  /** What its members need: the parts that its verdict is about. */
  readonly needs: readonly Part[];
  readonly state: RunState;
  /** Share of the expected time that has passed, 0 to 1. It decides only what is worth a slot. */
  readonly progress: number;
  /** Estimated probability that it ends as passed, after what it has shown so far; null: as its members' chances say. */
  readonly chance: number | null;
}

/** Something that came onto the branch; the branch's version was this number from then on. */
export interface Landing {
  readonly id: string;
  readonly version: number;
  readonly changes: readonly Part[];
}

/** One branch with its queue. Branches know nothing of one another but that they share the gate slots. */
export interface TargetQueue {
  readonly target: string;
  /** Grows by one with each landing and each move of the branch by others. */
  readonly version: number;
  /** What came onto the branch since the oldest version that a run started from, oldest first. */
  readonly landed: readonly Landing[];
  /** Members of the landing under way; empty: none is. */
  readonly landing: readonly string[];
  /** How many entries are looked at: see `nextWindow`. */
  readonly window: number;
  /** In the order of their coming. */
  readonly entries: readonly Entry[];
  readonly runs: readonly Run[];
}

/** Everything that is decided from. Two equal states get equal actions. */
export interface QueueState {
  /** Runs that may be under way at once, over all targets. */
  readonly slots: number;
  /** Most members of a run; 1: no batches. See `batchSize`. */
  readonly batch: number;
  /** Runs of one entry that may end without a verdict before it is given up. */
  readonly maxFaults: number;
  readonly targets: readonly TargetQueue[];
}

/** What to do. Each may be carried out late, twice or not at all: `version` and the state of the queue tell. */
export type Action =
  | ({ readonly type: 'start'; readonly target: string } & Pick<
      Run,
      'members' | 'version' | 'lands' | 'fails' | 'needs'
    > & {
        /** What is put in before the members, in order: `lands`, and what those build on in their turn. */
        readonly base: readonly string[];
      })
  | { readonly type: 'cancel'; readonly target: string; readonly run: string }
  /** To be refused where the target's version is another by now. */
  | {
      readonly type: 'land';
      readonly target: string;
      readonly version: number;
      readonly members: readonly string[];
    }
  /** As `land`. `run` is the one that says so. */
  | {
      readonly type: 'reject';
      readonly target: string;
      readonly version: number;
      readonly member: string;
      readonly run: string;
    }
  /** The machine cannot come to a verdict. */
  | { readonly type: 'give-up'; readonly target: string; readonly member: string }
  /** This run can tell nothing any more. */
  | { readonly type: 'forget'; readonly target: string; readonly run: string };
