import type { Limits } from '../core/policies/limits.ts';
import type { StalePolicy } from '../core/planning/seen.ts';
import type { ProtectedRule } from '../core/policies/policy.ts';

/** A program and its arguments, run without a shell; or a script for `sh`, where the config asked for a shell. */
export type Command =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'shell'; readonly script: string };

/** Where a gate runs: on a candidate that is about to land, on what is being committed, on what is being pushed. */
export type GateOccasion = 'landing' | 'commit' | 'push';

/**
 * The files that a gate's verdict depends on: every file, what the changed files depend on or are used by, or globs.
 */
export type GateInputs = 'tree' | 'closure' | readonly string[];

/** A command that judges a candidate. */
export interface GateConfig {
  readonly name: string;
  readonly run: Command;
  /** Globs of the paths it is about; it is skipped where no changed path matches. Empty: every path. */
  readonly files: readonly string[];
  readonly inputs: GateInputs;
  /** Seconds. */
  readonly timeout: number;
  readonly when: readonly GateOccasion[];
  /** Run on the touched files before the gates; what it changes is a patch of its own. */
  readonly fix: Command | null;
  /** False: its failure is shown and never counts. */
  readonly required: boolean;
  readonly network: boolean;
  /** True: a change that says it fixes something needs a test that fails in this gate without the fix. */
  readonly regressionProof: boolean;
}

/** How a scratch tree gets its dependencies. */
export type PrimeConfig =
  | { readonly mode: 'auto' }
  | { readonly mode: 'off' }
  | {
      readonly mode: 'command';
      readonly run: Command;
      /** Globs of the lock files that key its result. */
      readonly keys: readonly string[];
      /** Folders that it fills, relative to the root. */
      readonly folders: readonly string[];
      /** Seconds. */
      readonly timeout: number;
      readonly network: boolean;
    };

/** What one command of the config may take of the machine, with all that it starts. */
export interface ResourcesConfig {
  /** Bytes; `auto`: three quarters of what the machine has. */
  readonly memory: number | 'auto';
  /** Processes at once. */
  readonly processes: number;
}

export interface LandConfig {
  readonly mode: 'branch';
  readonly sign: 'available' | 'required' | 'never';
  /** `response`: the message that the response gives, else one made of the edited paths. `paths`: always the latter. */
  readonly message: 'response' | 'paths';
  /** Author of commits whose submitter is not known by name; null: the committer. */
  readonly author: { readonly name: string; readonly email: string } | null;
}

/** Files that do not matter to what is said of a change that lies wholly in another lane. */
export interface LaneConfig {
  readonly name: string;
  readonly globs: readonly string[];
}

export interface QueueConfig {
  /** Gate slots; `cores`: as many as the machine has. */
  readonly workers: number | 'cores';
  /** Most submissions of a branch that are judged ahead of their turn; null: three for each worker. */
  readonly window: number | null;
  /** In the order of the file; see `laneOf`. */
  readonly lanes: readonly LaneConfig[];
}

/** What the git hooks do besides judging. */
export interface HooksConfig {
  /** Where a hook cannot judge, because the command is missing or broke down: always with a message. */
  readonly onFault: 'refuse' | 'pass';
}

export interface RetryConfig {
  /** Tries after the first before a person is asked. */
  readonly max: number;
  /** Gets the reply to a refused response on its standard input, and prints the next response; null: nobody does. */
  readonly command: Command | null;
  /** Seconds that it may take. */
  readonly timeout: number;
  /** Names of environment variables that it gets besides the usual ones. */
  readonly env: readonly string[];
}

export interface RetentionConfig {
  /** Bytes of stored state at which `status` warns. */
  readonly quota: number;
  /** Days that the commits of a submitted branch are kept after it ended; null: for ever. */
  readonly branches: number | null;
}

export interface BranchesConfig {
  /** Whether branches that match the pattern are taken as submissions. */
  readonly watch: boolean;
  /** As `git for-each-ref` takes it below `refs/heads/`: a folder of branches, or a pattern. */
  readonly pattern: string;
}

/** The configuration in force, every default filled in. Times are seconds unless the name says otherwise. */
export interface Config {
  /** Branch to land on; null: the one checked out when a submission is claimed. */
  readonly target: string | null;
  /** Folder relative to the worktree's root. */
  readonly inbox: string;
  readonly limits: Limits;
  /** The configured rules alone; see `protectedDefaults`. */
  readonly protected: readonly ProtectedRule[];
  /** True: the built-in protected paths hold besides. */
  readonly protectedDefaults: boolean;
  /** Whose whole-file and number-only edits must name reads. */
  readonly requireReads: 'agents' | 'everyone' | 'nobody';
  /** What becomes of edits whose reads are no longer fresh, by kind. */
  readonly stale: StalePolicy;
  readonly gates: readonly GateConfig[];
  readonly prime: PrimeConfig;
  readonly sandbox: 'auto' | 'required' | 'off';
  readonly resources: ResourcesConfig;
  readonly land: LandConfig;
  readonly queue: QueueConfig;
  readonly retry: RetryConfig;
  readonly branches: BranchesConfig;
  /** What holds for single agents, by glob of the agent's name, in the order given; the last match wins, key by key. */
  readonly agents: readonly {
    readonly name: string;
    readonly limits: Partial<Limits>;
    /** The highest priority that it may give a submission; null: not said here. */
    readonly priority: number | null;
  }[];
  /** What the `reference-transaction` hook does with a move of the target that did not come by the queue. */
  readonly guard: 'off' | 'warn' | 'enforce';
  readonly hooks: HooksConfig;
  /** Port of 127.0.0.1 that the daemon listens on besides its socket, 0 being any; null: none. */
  readonly http: { readonly port: number } | null;
  /** Whether the `.sallyport` folders for people are kept up to date. */
  readonly view: boolean;
  /** Names of environment variables that gates get besides the built-in ones. */
  readonly env: readonly string[];
  readonly retention: RetentionConfig;
}
