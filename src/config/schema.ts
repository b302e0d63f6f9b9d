import * as z from 'zod';
import { HIGHEST_PRIORITY, USUAL_PRIORITY } from '../core/model/priority.ts';
import { gate } from './gate-schema.ts';
import {
  command,
  count,
  folder,
  globs,
  globText,
  network,
  seconds,
  share,
  shell,
  variables,
} from './schema-fields.ts';

/** Only branches of a folder of their own: the branches that people work on must not match. */
const branchPattern = z
  .string()
  .max(200)
  .regex(
    /^(?![-/.])[^\p{Cc} ~^:?*[\\/]+\/(?!\/|.*(?:\.\.|\/\/|@\{|\.lock(?:\/|$)))[^\p{Cc} ~^:?[\\]*[^\p{Cc} ~^:?[\\/.]$/u,
    {
      error: 'names of branches below a folder, such as `agents/submit` or `agents/*/ready`',
    },
  );

const limits = z.strictObject({
  files: count.describe('Changed files.').optional(),
  lines: count.describe('Added plus removed lines; lock files left out.').optional(),
  deletedLines: count.describe('Removed lines; lock files left out.').optional(),
  bytes: count.describe('Bytes of one changed file.').optional(),
  collateralLines: count.describe('Changed lines beyond what the edits asked for.').optional(),
  rewriteRatio: share.describe('Share of a file over 60 lines that may be rewritten.').optional(),
  shrink: share.describe('Share of its lines that a rewritten file may lose.').optional(),
  dependents: count.describe('Files that depend on what changed.').optional(),
  response: count.describe('Bytes of a response.').optional(),
  blocks: count.describe('Edits of a response.').optional(),
});

const pathLimits = limits.pick({
  files: true,
  lines: true,
  deletedLines: true,
  bytes: true,
  collateralLines: true,
  rewriteRatio: true,
  shrink: true,
});

const staleAction = z.enum(['merge', 'reject']);
const staleByKind = z.strictObject({
  anchored: staleAction.describe('Edits that quote the text that they change.').optional(),
  whole: staleAction.describe('Whole files and deletions.').optional(),
  numbers: staleAction.describe('Edits that a line number alone places.').optional(),
  context: staleAction
    .describe('Files that were read and are not edited: noted under `merge`.')
    .optional(),
});

const primeCommand = z.strictObject({
  command,
  shell: shell.optional(),
  keys: globs
    .describe('Lock files: where they are the same, what the command made before is taken again.')
    .optional(),
  folders: z.array(folder).describe('Folders that the command fills.').optional(),
  timeout: seconds.describe('Seconds.').optional(),
  network: network
    .describe('It may use the network. Changes to its lock files are then held in any case.')
    .optional(),
});

/** The config file as people write it; every key may be left out. */
export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  target: z.string().min(1).describe('Branch to land on.').optional(),
  inbox: folder
    .regex(/^(?!\.sallyport(?:\/(?!inbox(?:\/|$))|$))/i, {
      error: 'a folder other than those that .sallyport fills itself',
    })
    .describe('The drop folder, relative to the root.')
    .optional(),
  limits: limits
    .extend({
      paths: z
        .record(z.string().min(1).max(300), pathLimits)
        .describe(
          'Limits of some paths, counted apart: `{"/docs/**": {"lines": 5000}}`. Also over those of an agent.',
        )
        .optional(),
    })
    .optional(),
  protected: z
    .array(
      z.union([globText, z.strictObject({ glob: globText, action: z.enum(['hold', 'reject']) })]),
    )
    .max(200)
    .describe(
      'Paths whose changes are held for a person, or refused: globs, or `{"glob": ..., "action": "hold" | "reject"}`.',
    )
    .optional(),
  protectedDefaults: z
    .boolean()
    .describe(
      'Hold changes to lock files, CI files, hooks and whatever gives the gates their meaning, besides `protected`.',
    )
    .optional(),
  requireReads: z
    .enum(['agents', 'everyone', 'nobody'])
    .describe('Whose whole-file and number-only edits of existing files must name what they read.')
    .optional(),
  stale: z
    .union([staleAction, staleByKind])
    .describe(
      'What becomes of an edit whose file has changed since its author read it: merged three-way with what landed (a conflict refuses it), or refused. One word for every kind, or a word by kind.',
    )
    .optional(),
  gates: z.array(gate).max(50).describe('Commands that judge a candidate, in order.').optional(),
  prime: z
    .union([z.enum(['auto', 'off']), primeCommand])
    .describe(
      'How a scratch tree gets its dependencies: from the checkout, not at all, or by a command.',
    )
    .optional(),
  sandbox: z
    .enum(['auto', 'required', 'off'])
    .describe(
      'Confine gates: where the system can (`auto`), or do not run them otherwise (`required`).',
    )
    .optional(),
  resources: z
    .strictObject({
      memory: z
        .union([z.enum(['auto']), z.int().min(1 << 26)])
        .describe(
          'Bytes of memory that a command may take with all that it starts; `auto`: three quarters of the machine.',
        )
        .optional(),
      processes: z.int().min(8).describe('Processes that a command may run at once.').optional(),
    })
    .optional(),
  land: z
    .strictObject({
      mode: z.enum(['branch']).describe('Landing fast-forwards the branch.').optional(),
      sign: z
        .enum(['available', 'required', 'never'])
        .describe('Sign commits where git is set up to, always, or never.')
        .optional(),
      message: z
        .enum(['response', 'paths'])
        .describe(
          'The commit message: what the response says, else the edited paths; or always those.',
        )
        .optional(),
      author: z
        .strictObject({ name: z.string().min(1), email: z.string().min(3) })
        .describe('Author of commits whose response names none.')
        .optional(),
    })
    .optional(),
  queue: z
    .strictObject({
      workers: z
        .union([z.enum(['cores']), z.int().min(1).max(256)])
        .describe('Gates that run at once.')
        .optional(),
      window: z
        .int()
        .min(1)
        .max(1024)
        .describe(
          'Most submissions of a branch that are judged ahead of their turn, as if those before them had landed: one more after each landing, half as many after a gate fails; left out: 3 for each worker.',
        )
        .optional(),
      lanes: z
        .record(z.string().min(1).max(100), globs.min(1))
        .describe(
          'Folders that do not matter to one another: `{"api": ["/api/**"], "web": ["/web/**"]}`. What a gate for the whole tree says of a change in one lane holds whatever lands in another.',
        )
        .optional(),
    })
    .optional(),
  retry: z
    .strictObject({
      max: count.describe('Tries after the first before a person is asked.').optional(),
      command: command
        .describe(
          'A program that answers for the model: it gets the reply to a refused response on its standard input, and what it prints is the next attempt. It runs in the checkout, without a sandbox.',
        )
        .optional(),
      shell: z.boolean().describe('Run `retry.command` by `sh -c`.').optional(),
      timeout: seconds.describe('Seconds that `retry.command` may take.').optional(),
      env: variables
        .describe(
          'Environment variables that `retry.command` gets besides the usual ones, such as the key of a service. Gates do not get them.',
        )
        .optional(),
    })
    .optional(),
  branches: z
    .strictObject({
      watch: z
        .boolean()
        .describe('Take the tip of every branch that matches `branches.pattern` as a submission.')
        .optional(),
      pattern: branchPattern
        .describe(
          'Branches that are handed in by pushing or committing to them: a folder of branches, or a pattern with `*`.',
        )
        .optional(),
    })
    .optional(),
  agents: z
    .record(
      z.string().min(1).max(200),
      limits.extend({
        priority: z
          .int()
          .min(USUAL_PRIORITY)
          .max(HIGHEST_PRIORITY)
          .describe(
            'The highest priority that it may give a submission; left out: 0. A person may give any.',
          )
          .optional(),
      }),
    )
    .describe(
      'Limits of single agents, by glob of the name, and how far they may raise the priority of what they hand in: `{"claude*": {"files": 5, "priority": 3}}`.',
    )
    .optional(),
  http: z
    .strictObject({
      port: z.int().min(0).max(65_535).describe('0: any that is free.').optional(),
    })
    .describe(
      'Listen on 127.0.0.1 besides the unix socket, for programs that hold the token of this repository.',
    )
    .optional(),
  guard: z
    .enum(['off', 'warn', 'enforce'])
    .describe(
      'Where the target branch moves here without the queue, a person who says so, or commits that passed `check`: nothing, a warning, or a refusal. `sallyport hook install` puts it in place.',
    )
    .optional(),
  hooks: z
    .strictObject({
      onFault: z
        .enum(['refuse', 'pass'])
        .describe('What a hook does that cannot judge: its command is missing or broke down.')
        .optional(),
    })
    .optional(),
  view: z.boolean().describe('Keep the `.sallyport` folders for people.').optional(),
  env: variables
    .describe('Environment variables that gates get besides the usual ones.')
    .optional(),
  retention: z
    .strictObject({
      quota: count.describe('Bytes at which `status` warns.').optional(),
      branches: z
        .int()
        .min(1)
        .max(36_500)
        .describe(
          'Days that the commits of a submitted branch are kept after it ended; left out: for ever.',
        )
        .optional(),
    })
    .optional(),
});

export type WrittenConfig = z.infer<typeof configSchema>;
export type WrittenGate = z.infer<typeof gate>;
