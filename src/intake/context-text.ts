import { answerFormat, type AnswerFormatName } from '../core/formats/answer-format.ts';
import { contextBegin, contextEnd } from '../core/formats/context-mark.ts';
import type { Lease } from '../store/leases.ts';
import type { GivenContext, GivenFile } from './give-context.ts';

/** Files as a part of a prompt: what they are, their text, and how to answer. Markdown, for a model to read. */
export function contextText(given: GivenContext, format: AnswerFormatName): string {
  const { token, commit, target, files } = given;
  const branch = target.replace(/^refs\/heads\//, '');
  const at = commit === null ? '' : ` at commit ${commit.slice(0, 12)}`;
  return [
    contextBegin(token),
    `These are files of the branch ${oneLine(branch)}${at}. Edits are judged against them as they stand here. The name of this reading is ${token}.`,
    ...files.map(fileText),
    answerFormat(format, token),
    `${contextEnd(token)}\n`,
  ].join('\n\n');
}

function fileText(file: GivenFile): string {
  const { path, window, hash, text, lineCount } = file;
  const what =
    window === null
      ? `${lineCount} ${lineCount === 1 ? 'line' : 'lines'}, ${hash}`
      : `lines ${window.first} to ${window.last} of ${lineCount}, ${window.hash}`;
  return [
    `### ${oneLine(path)} (${what})`,
    ...file.heldBy.map((lease) => `Note: ${leaseText(lease)}`),
    ...placeText(file),
    ...(window === null ? [] : ['The lines:']),
    fencedText(text),
  ].join('\n\n');
}

/** What encloses a window and what stands right around it. */
function placeText({ window }: GivenFile): readonly string[] {
  if (window === null) return [];
  const { before, after, enclosing } = window.anchors;
  const lines = [
    ...enclosing.map((line) => `inside: ${oneLine(line)}`),
    ...(before === null || before === enclosing.at(-1) ? [] : [`line above: ${oneLine(before)}`]),
    ...(after === null ? [] : [`line below: ${oneLine(after)}`]),
  ];
  if (lines.length === 0) return [];
  return [`Around these lines:\n\n${fencedText(`${lines.join('\n')}\n`)}`];
}

/** `agent-7 is about to edit lines 10 to 40 of this file, until 12:04:10 UTC.` */
export function leaseText({ reader, window, expires }: Lease): string {
  const lines = window === null ? 'this file' : `lines ${window[0]} to ${window[1]} of this file`;
  const until = new Date(expires).toISOString().slice(11, 19);
  return `${oneLine(reader.agent ?? reader.name)} is editing ${lines}, until ${until} UTC. What you change there may have to be merged.`;
}

/** A fence longer than any run of backticks in the text, so that the text cannot end it. */
function fencedText(text: string): string {
  const longest = Math.max(3, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1));
  const fence = '`'.repeat(longest);
  const body = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${fence}text\n${body}${fence}`;
}

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
