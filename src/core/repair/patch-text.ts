import { changedRuns } from '../match/changed-runs.ts';
import { SourceText } from '../match/source-text.ts';
import type { FileChange, FileSide, Patch } from '../model/patch.ts';

/**
 * A patch as a unified diff with so many lines of context, as git writes it; null where it cannot be said in one: binary
 * files, links and submodules.
 */
export function patchText(patch: Patch, context: number): string | null {
  const files: string[] = [];
  for (const change of patch.changes) {
    const text = fileText(change, context);
    if (text === null) return null;
    files.push(text);
  }
  return files.join('');
}

function fileText(change: FileChange, context: number): string | null {
  const { path, from = path, before, after } = change;
  if (![before, after].every(isText)) return null;
  const head = [`diff --git ${quoted(`a/${from}`)} ${quoted(`b/${path}`)}`];
  if (before === null) head.push(`new file mode ${after?.mode ?? ''}`);
  else if (after === null) head.push(`deleted file mode ${before.mode}`);
  else if (before.mode !== after.mode)
    head.push(`old mode ${before.mode}`, `new mode ${after.mode}`);
  if (from !== path) head.push(`rename from ${quoted(from)}`, `rename to ${quoted(path)}`);
  const hunks = hunksOf(linesOf(before), linesOf(after), context);
  if (hunks.length > 0) {
    head.push(`--- ${before === null ? '/dev/null' : quoted(`a/${from}`)}`);
    head.push(`+++ ${after === null ? '/dev/null' : quoted(`b/${path}`)}`);
  }
  return `${[...head, ...hunks].join('\n')}\n`;
}

const isText = (side: FileSide | null): boolean =>
  side === null || ((side.mode === '100644' || side.mode === '100755') && !side.bytes.includes(0));

/** In git's C quoting where the name holds what would end it. */
function quoted(path: string): string {
  if (!/["\\\p{Cc}]/u.test(path)) return path;
  return `"${path.replace(/["\\]/g, '\\$&').replace(/\p{Cc}/gu, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`)}"`;
}

/** A line as a diff says it: without its ending; the last one may have none. */
interface Line {
  readonly text: string;
  readonly isOpen: boolean;
}

function linesOf(side: FileSide | null): readonly Line[] {
  if (side === null) return [];
  const source = new SourceText(side.bytes);
  return Array.from({ length: source.lineCount }, (_, at) => ({
    text: at === 0 ? `${markOf(source)}${source.line(0)}` : source.line(at),
    isOpen: at === source.lineCount - 1 && !source.isTerminated,
  }));
}

/** A byte order mark belongs to the first line of a diff. */
const markOf = (source: SourceText): string => (source.start === 0 ? '' : '\ufeff');

const keyOf = ({ text, isOpen }: Line): string => (isOpen ? `${text}\n` : text);

function hunksOf(old: readonly Line[], now: readonly Line[], context: number): readonly string[] {
  const runs = changedRuns(old.map(keyOf), now.map(keyOf));
  const groups: (typeof runs)[number][][] = [];
  for (const run of runs) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && run.fromOld - last.toOld <= 2 * context) groups.at(-1)?.push(run);
    else groups.push([run]);
  }
  return groups.flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)];
    if (first === undefined || last === undefined) return [];
    const lead = Math.min(context, first.fromOld);
    const tail = Math.min(context, old.length - last.toOld);
    const lines: string[] = [];
    const say = (tag: string, line: Line | undefined): void => {
      if (line === undefined) return;
      lines.push(`${tag}${line.text}`);
      if (line.isOpen) lines.push('\\ No newline at end of file');
    };
    let at = first.fromOld - lead;
    for (const run of group) {
      for (; at < run.fromOld; at += 1) say(' ', old[at]);
      for (; at < run.toOld; at += 1) say('-', old[at]);
      for (let line = run.fromNew; line < run.toNew; line += 1) say('+', now[line]);
    }
    for (; at < last.toOld + tail; at += 1) say(' ', old[at]);
    const oldCount = last.toOld + tail - (first.fromOld - lead);
    const newCount = last.toNew + tail - (first.fromNew - lead);
    return [
      `@@ -${range(first.fromOld - lead, oldCount)} +${range(first.fromNew - lead, newCount)} @@`,
      ...lines,
    ];
  });
}

/** Git numbers a range of no lines by the line before it. */
const range = (from: number, count: number): string =>
  count === 0 ? `${from},0` : `${from + 1},${count}`;
