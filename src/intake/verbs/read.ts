import * as z from 'zod';
import { plainText } from '../../core/model/explain/plain-text.ts';
import { ok, refused } from '../../core/model/result.ts';
import type { ContextProblem } from '../context-problem.ts';
import { leaseText } from '../context-text.ts';
import { giveContext, type GivenContext, type GivenFile } from '../give-context.ts';
import { agentField, agentOf, targetField } from './fields.ts';
import { fencedText } from './fenced-text.ts';
import { PIECE_CHARS } from './text-piece.ts';
import { verb, type Answer, type CallRefusal } from './verb.ts';

const input = z.strictObject({
  paths: z
    .array(z.string().min(1).max(4_200))
    .min(1)
    .max(50)
    .describe('Files from the root of the repository; `PATH:10-40` for some lines of one.'),
  target: targetField,
  lease: z
    .int()
    .min(10)
    .max(7_200)
    .describe('Seconds for which others who read this are told that you are editing it.')
    .optional(),
  agent: agentField,
});

const output = z.object({
  target: z.string(),
  commit: z.string().nullable(),
  token: z.string().describe('Names what you read here: give it to `submit`.'),
  files: z.array(
    z.object({
      path: z.string(),
      hash: z.string().describe("The whole file's, as `blob:` and git's id."),
      first: z.int().describe('Number of the first line of `text`.'),
      last: z.int(),
      lineCount: z.int().describe('Lines of the whole file.'),
      text: z.string(),
      notes: z.array(z.string()),
    }),
  ),
  left: z.array(z.string()).describe('What did not fit: read these next, if you need them.'),
});

/** `read`: files as they are where edits will be judged, and a token that says what was seen. */
export const read = verb({
  name: 'read',
  title: 'Read files',
  description:
    'Read files (or lines of them) as they are at the tip of the branch that edits land on, which may differ from the disk. Returns text, hash, and a token that `submit` takes as proof of what you saw. Read what you are going to edit.',
  input,
  output,
  isReadOnly: true,
  isDestructive: false,
  isIdempotent: true,
  isCostly: true,
  async run(context, { paths, target = null, lease, agent }, call) {
    const name = agentOf({ agent }, call);
    const give = (asks: readonly string[]) =>
      giveContext(context, {
        asks,
        reader: { name, agent: name },
        target,
        ...(lease === undefined ? {} : { leaseMs: lease * 1_000 }),
      });
    const whole = await give(paths);
    if (!whole.ok) return refused(refusalOf(whole.error));
    const fit = fitting(whole.value.files);
    if (fit === null) return ok(answerOf(whole.value, []));
    context.store.reads.release(whole.value.token);
    if (fit.asks.length === 0) return refused(endless(fit.left[0] ?? ''));
    // Only what is shown counts as read: it gets a token of its own.
    const part = await give(fit.asks);
    return part.ok ? ok(answerOf(part.value, fit.left)) : refused(refusalOf(part.error));
  },
});

function refusalOf(problems: readonly ContextProblem[]): CallRefusal {
  const [first, ...others] = problems;
  if (first === undefined) throw new TypeError('a refusal has a reason');
  if (others.length === 0) {
    return { code: first.code, title: plainText(first.message), hint: plainText(first.hint) };
  }
  return {
    code: first.code,
    title: problems.map(({ message, hint }) => plainText(`${message}: ${hint}`)).join('; '),
    hint: 'Nothing was read: ask again with that put right.',
  };
}

const endless = (ask: string): CallRefusal => ({
  code: 'too-large',
  title: `${plainText(ask)} begins with a line that is too long to show`,
  hint: 'A file like that is generated more often than not: edit what it is made from. `search` shows the beginning of the lines that match.',
});

/** What fits one answer, and what is left of what was asked for; null: all of it fits. */
function fitting(
  files: readonly GivenFile[],
): { readonly asks: readonly string[]; readonly left: readonly string[] } | null {
  const asks: string[] = [];
  const left: string[] = [];
  let room = PIECE_CHARS;
  for (const { path, window, text, lineCount } of files) {
    const [first, last] = [window?.first ?? 1, window?.last ?? lineCount];
    const ask = (from: number, to: number): string =>
      window === null && from === 1 && to === lineCount ? path : `${path}:${from}-${to}`;
    const shown = text.length <= room ? last - first + 1 : lineCountWithin(text, room);
    room = text.length <= room ? room - text.length : 0;
    if (shown > 0 || text === '') asks.push(ask(first, first + shown - 1));
    if (first + shown <= last) left.push(ask(first + shown, last));
  }
  return left.length === 0 ? null : { asks, left };
}

/** Whole lines at the beginning of a text that together have so many characters at most. */
const lineCountWithin = (text: string, limit: number): number =>
  text.slice(0, limit).split('\n').length - 1;

function answerOf(given: GivenContext, left: readonly string[]): Answer<z.infer<typeof output>> {
  const target = given.target.replace('refs/heads/', '');
  const files = given.files.map((file) => ({
    path: file.path,
    hash: file.hash,
    first: file.window?.first ?? 1,
    last: file.window?.last ?? file.lineCount,
    lineCount: file.lineCount,
    text: file.text,
    notes: notesOf(file),
  }));
  const shown = files.map((file) =>
    [
      `${plainText(file.path)}, ${linesOf(file)}, ${file.hash}`,
      ...file.notes.map((note) => `note: ${note}`),
      fencedText(file.text),
    ].join('\n'),
  );
  const parts = [
    `On ${plainText(target)} at ${given.commit?.slice(0, 10) ?? 'no commit yet'}. Read token: ${given.token}`,
    ...shown,
    ...(left.length === 0
      ? []
      : [`Did not fit, read these next: ${left.map(plainText).join(' ')}`]),
  ];
  return {
    data: { target, commit: given.commit, token: given.token, files, left: [...left] },
    text: parts.join('\n\n'),
  };
}

const linesOf = (file: { first: number; last: number; lineCount: number }): string =>
  file.first === 1 && file.last === file.lineCount
    ? `all ${file.lineCount} lines`
    : `lines ${file.first}-${file.last} of ${file.lineCount}`;

function notesOf({ diskDiffers, heldBy, text }: GivenFile): string[] {
  return [
    ...(diskDiffers
      ? ['the disk has other content here: this is what edits are judged against']
      : []),
    ...heldBy.map((lease) => plainText(leaseText(lease))),
    ...(HAS_CONTROL.test(text) ? ['it holds control characters, shown here as \\u{...}'] : []),
  ];
}

const HAS_CONTROL = /(?![\t\n])\p{Cc}/u;
