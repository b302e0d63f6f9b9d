import * as z from 'zod';

export const globText = z
  .string()
  .min(1)
  .max(300)
  .describe('A glob: `*.ts` anywhere, `/src/**` from the root.');
export const globs = z.array(globText).max(200);
export const seconds = z.number().min(1).max(86_400);
export const count = z.int().min(0);
export const share = z.number().min(0).max(1);
const words = z.array(z.string()).min(1);
export const command = z
  .union([z.string().min(1), words])
  .describe(
    'A program and its arguments: one string, split into words without a shell, or a list.',
  );
export const shell = z
  .boolean()
  .describe(
    'Run the string by `sh -c`; `{files}` or `{affectedTests}`, one of the two, then stands for the quoted paths.',
  );
export const network = z.boolean().describe('It may use the network, also in a sandbox.');
export const variables = z
  .array(
    z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'a name of an environment variable' }),
  )
  .max(100);
export const folder = z
  .string()
  .min(1)
  .regex(/^(?!\/)(?!.*(?:^|\/)\.{0,2}(?:\/|$))(?!\.git(?:\/|$))[^\0\\]+$/i, {
    error: 'a folder inside the repository, relative to its root',
  });
