import type { Draft, Style, WrittenFile } from '../draft.ts';
import { newLines, oldLines, type Block } from '../write-blocks.ts';
import { linesIn, speaksOf, type Dialect } from './dialect.ts';
import { isClearOfConflicts, sidesOf } from './search-blocks.ts';

/** Tool calls: as JSON in the dialects of the providers, and as tags. */

interface Strings {
  readonly old: string;
  readonly now: string;
}

/** The two strings of a block: whole lines, with a final line feed or both without; null where it takes away the end. */
function stringsOf(block: Block, file: WrittenFile, style: Style): Strings | null {
  const old = oldLines(block);
  const now = newLines(block);
  const isAtEnd = block.at + old.length >= file.old.length;
  const mustClose = now.length === 0;
  if (isAtEnd && mustClose) return null;
  const end = mustClose || (style.isStringClosed && !isAtEnd) ? '\n' : '';
  const change = style.callString ?? ((text: string) => text);
  const join = (lines: readonly string[]): string =>
    change(lines.length === 0 ? '' : lines.join('\n') + end);
  return { old: join(old), now: join(now) };
}

interface Call {
  readonly name: string;
  readonly args: Record<string, unknown>;
}

interface Keys {
  readonly edit: string;
  readonly create: string;
  readonly path: string;
  readonly old: string;
  readonly now: string;
  readonly content: string;
  readonly command?: boolean;
}

function callsFor(draft: Draft, keys: Keys): readonly Call[] | null {
  const calls: Call[] = [];
  const command = (name: string): Record<string, unknown> =>
    keys.command === true ? { command: name } : {};
  for (const file of draft.written) {
    const path = { [keys.path]: file.spelt };
    if (file.kind === 'create') {
      const content = file.now.join('\n') + (file.isNowClosed ? '\n' : '');
      const args = { ...command('create'), ...path, [keys.content]: content };
      calls.push({ name: keys.create, args });
      continue;
    }
    for (const block of file.blocks) {
      const strings = stringsOf(block, file, draft.style);
      if (strings === null) return null;
      const { old, now } = strings;
      const args = { ...command('str_replace'), ...path, [keys.old]: old, [keys.now]: now };
      calls.push({ name: keys.edit, args: draft.style.callArguments?.(args) ?? args });
    }
  }
  return calls;
}

/** One call for each file, with a list of its edits. */
function listsFor(draft: Draft): readonly Call[] | null {
  const calls: Call[] = [];
  for (const file of draft.written) {
    if (file.kind === 'create') {
      const content = file.now.join('\n') + (file.isNowClosed ? '\n' : '');
      calls.push({ name: 'create_file', args: { path: file.spelt, content } });
      continue;
    }
    const strings = file.blocks.map((block) => stringsOf(block, file, draft.style));
    if (strings.includes(null)) return null;
    const edits = strings.flatMap((pair) => {
      if (pair === null) return [];
      const args = { oldText: pair.old, newText: pair.now };
      return [draft.style.callArguments?.(args) ?? args];
    });
    calls.push({ name: 'edit_file', args: { path: file.spelt, edits } });
  }
  return calls;
}

const SNAKE: Keys = {
  edit: 'str_replace_based_edit_tool',
  create: 'str_replace_based_edit_tool',
  path: 'path',
  old: 'old_str',
  now: 'new_str',
  content: 'file_text',
  command: true,
};
const STRINGS: Keys = {
  edit: 'replace',
  create: 'create_file',
  path: 'file_path',
  old: 'old_string',
  now: 'new_string',
  content: 'content',
};

type Wrap = (calls: readonly Call[]) => string;

const fencedJson = (value: unknown): string =>
  ['```json', JSON.stringify(value, null, 2), '```'].join('\n');

const lines: Wrap = (calls) =>
  calls.map(({ name, args }) => JSON.stringify({ name, arguments: args })).join('\n');

const fences: Wrap = (calls) =>
  calls.map(({ name, args }) => fencedJson({ tool: name, input: args })).join('\n\n');

const claude: Wrap = (calls) =>
  JSON.stringify({
    role: 'assistant',
    content: [
      { type: 'text', text: 'I will change this now.' },
      ...calls.map(({ name, args }, at) => ({ type: 'tool_use', id: `t${at}`, name, input: args })),
    ],
    stop_reason: 'tool_use',
  });

const openai: Wrap = (calls) =>
  JSON.stringify(
    {
      choices: [
        {
          message: {
            role: 'assistant',
            tool_calls: calls.map(({ name, args }, at) => ({
              id: `call_${at}`,
              type: 'function',
              function: { name, arguments: JSON.stringify(args) },
            })),
          },
          finish_reason: 'tool_calls',
        },
      ],
    },
    null,
    2,
  );

const gemini: Wrap = (calls) =>
  JSON.stringify({
    candidates: [
      {
        content: { parts: calls.map(({ name, args }) => ({ functionCall: { name, args } })) },
        finishReason: 'STOP',
      },
    ],
  });

const callDialect = (
  name: string,
  wrap: Wrap,
  calls: (draft: Draft) => readonly Call[] | null,
): Dialect => ({
  name,
  format: 'tool-calls',
  family: 'strings',
  isFenced: true,
  render(draft) {
    if (!speaksOf(draft, ['edit', 'create'])) return null;
    const made = calls(draft);
    return made === null || made.length === 0 ? null : wrap(made);
  },
});

/** JSON tool calls. */
export const CALLS: readonly Dialect[] = [
  callDialect('calls-lines', lines, (draft) => callsFor(draft, STRINGS)),
  callDialect('calls-fenced', fences, (draft) => callsFor(draft, SNAKE)),
  callDialect('calls-claude', claude, (draft) => callsFor(draft, SNAKE)),
  callDialect('calls-openai', openai, (draft) => callsFor(draft, STRINGS)),
  callDialect('calls-gemini', gemini, (draft) => callsFor(draft, STRINGS)),
  callDialect('calls-lists', fences, listsFor),
];

const TAG_LIKE =
  /<\/?(?:old_text|new_text|diff|path|content|parameter|invoke|edits|[a-z_]+_file)\b/;

const tagDialect = (
  name: string,
  family: Dialect['family'],
  write: (draft: Draft) => string | null,
): Dialect => ({
  name,
  format: 'tags',
  family,
  isFenced: false,
  render(draft) {
    if (!speaksOf(draft, ['edit', 'create'])) return null;
    if (linesIn(draft).some((line) => TAG_LIKE.test(line))) return null;
    return write(draft);
  },
});

function replaceInFile(draft: Draft): string | null {
  const { style } = draft;
  if (!isClearOfConflicts(linesIn(draft), style.markers)) return null;
  const parts = draft.written.map((file) => {
    if (file.kind === 'create') return null;
    const blocks = file.blocks.map((block) => {
      const { old, now } = sidesOf(block, file, style);
      return [
        `${'-'.repeat(style.markers)} SEARCH`,
        ...old,
        '='.repeat(style.markers),
        ...now,
        `${'+'.repeat(style.markers)} REPLACE`,
      ].join('\n');
    });
    return `<replace_in_file>\n<path>${file.spelt}</path>\n<diff>\n${blocks.join('\n\n')}\n</diff>\n</replace_in_file>`;
  });
  return parts.includes(null) ? null : parts.join('\n\n');
}

function textPairs(draft: Draft): string | null {
  const parts = draft.written.map((file) => {
    if (file.kind === 'create') return null;
    const pairs = file.blocks.map((block) => {
      const { old, now } = sidesOf(block, file, draft.style);
      const text = (lines_: readonly string[]): string =>
        lines_.map((line) => `${line}\n`).join('');
      return `<old_text>\n${text(old)}</old_text>\n<new_text>\n${text(now)}</new_text>`;
    });
    return [draft.style.caption(file.spelt), '<edits>', ...pairs, '</edits>'].join('\n');
  });
  return parts.includes(null) ? null : parts.join('\n\n');
}

function invocations(draft: Draft): string | null {
  const calls = callsFor(draft, { ...STRINGS, edit: 'str_replace' });
  if (calls === null) return null;
  const parts = calls.map(({ name, args }) => {
    const inner = Object.entries(args).map(
      ([key, value]) => `<parameter name="${key}">${String(value)}</parameter>`,
    );
    return [`<invoke name="${name}">`, ...inner, '</invoke>'].join('\n');
  });
  return ['<function_calls>', ...parts, '</function_calls>'].join('\n');
}

/** Tool calls as tags. */
export const TAGS: readonly Dialect[] = [
  tagDialect('tags-replace-in-file', 'sides', replaceInFile),
  tagDialect('tags-text-pairs', 'sides', textPairs),
  tagDialect('tags-invoke', 'strings', invocations),
];
