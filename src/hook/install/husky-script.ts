import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { HookName } from '../hook-names.ts';

/*
 * husky runs scripts that are part of the repository. Ours is called from them by a few marked lines, which do nothing
 * where sallyport is not installed: a colleague's, or a machine's that only builds.
 */

const BEGIN = '# sallyport: begin (taken out again by: sallyport hook uninstall)';
const END = '# sallyport: end';

/** A script of husky's that is to call ours. */
export interface ScriptEdit {
  readonly name: HookName;
  readonly path: string;
  /** Texts are bytes, a character each (latin1). Null: there is no such script yet. */
  readonly before: string | null;
  readonly after: string;
  readonly mode: number;
}

/** What a script has to become; null where it calls ours already. */
export function planScript(folder: string, name: HookName, isVersion8: boolean): ScriptEdit | null {
  const path = join(folder, name);
  const before = existsSync(path) ? readFileSync(path, 'latin1') : null;
  if (before !== null && hasLines(before, name)) return null;
  const clean = withoutLines(before ?? (isVersion8 ? VERSION_8_HEAD : ''));
  const after = name === 'pre-push' || leavesEarly(clean) ? atTop(clean, name) : atEnd(clean, name);
  const mode = before === null ? (isVersion8 ? 0o755 : 0o644) : statSync(path).mode & 0o777;
  return { name, path, before, after, mode };
}

const VERSION_8_HEAD = '#!/usr/bin/env sh\n. "$(dirname -- "$0")/_/husky.sh"\n';

/** Whether a script has the lines of this version, and they are not commented out. */
export const hasLines = (text: string, name: HookName): boolean => text.includes(linesFor(name));

/** The script without the lines of any version. */
export function withoutLines(text: string): string {
  const lines = text.split('\n');
  const begin = lines.findIndex((line) => line.startsWith('# sallyport: begin'));
  const end = lines.indexOf(END, begin);
  if (begin === -1 || end === -1) return text;
  return withoutLines([...lines.slice(0, begin), ...lines.slice(end + 1)].join('\n'));
}

function linesFor(name: HookName): string {
  const find = `sallyport_hook="$(git rev-parse --git-common-dir || :)/sallyport/hooks/${name}"`;
  const run =
    name === 'pre-push'
      ? // The list of refs is read once, and given on: git lfs wants it too.
        [
          'sallyport_refs=$(cat)',
          '[ ! -x "$sallyport_hook" ] || printf \'%s\\n\' "$sallyport_refs" | "$sallyport_hook" "$@" || exit $?',
          '[ -z "$sallyport_refs" ] || exec <<SALLYPORT',
          '$sallyport_refs',
          'SALLYPORT',
        ]
      : [`[ ! -x "$sallyport_hook" ] || "$sallyport_hook" "$@" || exit $?`];
  return [BEGIN, find, ...run, END, ''].join('\n');
}

/** Last, because what comes before may format and stage. */
const atEnd = (text: string, name: HookName): string =>
  `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${linesFor(name)}`;

/** First, but after the line that makes the script husky's. */
function atTop(text: string, name: HookName): string {
  const lines = text.split('\n');
  const sourced = lines.findIndex((line) => line.includes('husky.sh'));
  const at = sourced === -1 ? (text.startsWith('#!') ? 1 : 0) : sourced + 1;
  const head = lines.slice(0, at).map((line) => `${line}\n`);
  return `${head.join('')}${linesFor(name)}${lines.slice(at).join('\n')}`;
}

/** A script that ends by itself never comes to its last line. */
const leavesEarly = (text: string): boolean => /^[ \t]*(?:exit|exec)\b/m.test(text);
