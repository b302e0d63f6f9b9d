import * as z from 'zod';
import { command, globs, network, seconds, shell } from './schema-fields.ts';

/** One gate of the config file as people write it. */
export const gate = z.strictObject({
  name: z
    .string()
    .max(60)
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} ._:/-]*$/u, {
      error: 'letters, digits, blanks and . _ : / -, starting with a letter or digit',
    })
    .describe('Its name, in receipts and replies.'),
  run: command.describe(
    'What to run, on the committed files and their dependencies. `{files}`: the changed paths; `{affectedTests}`: tests that changed or import what changed; `{base}`, `{candidate}`: commits.',
  ),
  shell: shell.optional(),
  files: globs
    .describe('The paths it is about: skipped where no changed path matches. None: every path.')
    .optional(),
  inputs: z
    .union([z.enum(['tree', 'closure']), globs])
    .describe(
      'Files its verdict depends on: the whole tree, globs, or what the changed files import or are imported by (`closure`).',
    )
    .optional(),
  timeout: seconds.describe('Seconds.').optional(),
  when: z
    .array(z.enum(['landing', 'commit', 'push']))
    .describe('On what occasions it runs.')
    .optional(),
  fix: command.describe('A fixer, run on the touched files before the gates.').optional(),
  required: z.boolean().describe('False: a failure is shown and never counts.').optional(),
  network: network.optional(),
  regressionProof: z
    .boolean()
    .describe(
      'A change whose message says that it fixes something (`fix:`, `Fixes #12`) must bring a test with which this gate fails on the base.',
    )
    .optional(),
});
