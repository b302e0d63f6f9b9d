import * as z from 'zod';
import { ok, refused, type Result } from '../core/model/result.ts';

const path = (about: string) => z.string().min(1).max(4096).describe(about);

/**
 * One edit as agents hand it in. A flat object, since not every client can show its model alternatives; which keys go
 * together is checked by `editsPayload`.
 */
export const structuredEdit = z.strictObject({
  path: path('File to change, from the root of the repository.').optional(),
  old: z
    .string()
    .describe('Text that stands in the file exactly once, with enough lines around it to be so.')
    .optional(),
  new: z.string().describe('What replaces `old`; empty: `old` is removed.').optional(),
  all: z.boolean().describe('Replace every place where `old` stands.').optional(),
  content: z
    .string()
    .describe(
      'The whole new file, instead of `old` and `new`. For a file that exists: read it first.',
    )
    .optional(),
  delete: path('File to delete, alone in its edit.').optional(),
  rename: path('File to rename, with `to`.').optional(),
  to: path('Its new path.').optional(),
});

export type StructuredEdit = z.infer<typeof structuredEdit>;

/** An edit that cannot be understood: its place in the list, from 0, and what is wrong with it. */
export interface EditProblem {
  readonly at: number;
  readonly problem: string;
}

interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string | true>>;
}

/**
 * Edits as a response in the format of JSON tool calls, one a line: the queue keeps and judges what agents send in the
 * same form as what models write. Decoding it gives these very edits, whatever their texts hold.
 */
export function editsPayload(
  edits: readonly StructuredEdit[],
): Result<Uint8Array, readonly EditProblem[]> {
  const problems: EditProblem[] = [];
  const lines = edits.map((edit, at) => {
    const call = callOf(edit);
    if (typeof call === 'string') problems.push({ at, problem: call });
    return JSON.stringify(call);
  });
  return problems.length > 0 ? refused(problems) : ok(Buffer.from(`${lines.join('\n')}\n`));
}

/** The edit as a call; a string says what is wrong with it. */
function callOf(edit: StructuredEdit): ToolCall | string {
  const strayBlank = [edit.path, edit.delete, edit.rename, edit.to].find(
    (name) => name !== undefined && name.trim() !== name,
  );
  if (strayBlank !== undefined) {
    return `the path ${JSON.stringify(strayBlank)} begins or ends with a blank`;
  }
  const given = KINDS.filter((key) => edit[key] !== undefined);
  if (given.length > 1) {
    return `${given.map((key) => `"${key}"`).join(' and ')} cannot stand in one edit: make it ${given.length} edits`;
  }
  const [kind] = given;
  if (kind === undefined) return ASKS_NOTHING;
  const stray = Object.keys(edit).find(
    (key) => edit[key as keyof StructuredEdit] !== undefined && !ALLOWED[kind].includes(key),
  );
  if (stray !== undefined) return `"${stray}" does not go with "${kind}"`;
  switch (kind) {
    case 'old':
      return replaceCall(edit);
    case 'content':
      return edit.path === undefined
        ? MISSING_PATH
        : { name: 'write_file', arguments: { path: edit.path, content: edit.content ?? '' } };
    case 'delete':
      return { name: 'delete_file', arguments: { path: edit.delete ?? '' } };
    case 'rename':
      return edit.to === undefined
        ? '"to" is missing: the path that the file gets'
        : { name: 'rename_file', arguments: { source: edit.rename ?? '', destination: edit.to } };
  }
}

/** The keys that say what kind of edit it is. */
const KINDS = ['old', 'content', 'delete', 'rename'] as const;

const ALLOWED: Readonly<Record<(typeof KINDS)[number], readonly string[]>> = {
  old: ['path', 'old', 'new', 'all'],
  content: ['path', 'content'],
  delete: ['delete'],
  rename: ['rename', 'to'],
};

const ASKS_NOTHING =
  'it asks for nothing: give "old" and "new" with a "path", or "content" with a "path", or "delete", or "rename" with "to"';
const MISSING_PATH = '"path" is missing: the file to change';

function replaceCall(edit: StructuredEdit): ToolCall | string {
  const { path: file, old = '', new: text, all } = edit;
  if (file === undefined) return MISSING_PATH;
  if (text === undefined) return '"new" is missing: the text that replaces "old"; "" removes it';
  if (old === '') {
    return '"old" is empty: give the text that is replaced, or "content" for a new or whole file';
  }
  return {
    name: 'edit_file',
    arguments: {
      path: file,
      old_string: old,
      new_string: text,
      ...(all === true ? { replace_all: true } : {}),
    },
  };
}
