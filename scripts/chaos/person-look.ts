/*
 * What a careful person does before committing: look at the diff, and where it shows anything besides their own lines,
 * because a save crossed a landing, redo their own lines on the file as it is committed.
 */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TempRepo } from '../../test/support/temp-repo.ts';
import type { PersonGit } from './person-git.ts';
import { ownValuesOf, placeKey, type PersonMemory } from './person-memory.ts';
import { OWN_LINES, fieldPath, isOwnLine, ownValue, withOwnValue } from './slot-file.ts';

export interface Look {
  readonly repo: TempRepo;
  readonly git: PersonGit;
  readonly memory: PersonMemory;
  readonly files: number;
}

/** Looks until the diff holds the person's own lines and nothing else, and all of them. */
export async function lookAndRedo(look: Look): Promise<void> {
  for (;;) {
    await redoLostSaves(look);
    const foreign = await foreignPaths(look);
    if (foreign.length === 0) return;
    // A landing under way shows for a moment: only what stays is a crossing.
    await untilUnlocked(look.git);
    await pause(120);
    const staying = await foreignPaths(look);
    if (look.git.isIndexLocked()) continue;
    for (const path of staying.filter((one) => foreign.includes(one))) await redo(look, path);
  }
}

async function untilUnlocked(git: PersonGit): Promise<void> {
  while (git.isIndexLocked()) await pause(20);
}

/** Paths whose difference to the last commit, staged or not, holds lines that are not the person's. */
async function foreignPaths({ git }: Look): Promise<readonly string[]> {
  const [worktree, index] = [
    await git.patiently(['diff', '-U0', '--no-color', '--no-renames', 'HEAD']),
    await git.patiently(['diff', '-U0', '--no-color', '--no-renames', '--cached', 'HEAD']),
  ];
  return [...new Set([...pathsWithForeignLines(worktree), ...pathsWithForeignLines(index)])];
}

/** Paths of a diff that change anything but own lines. Pure. */
export function pathsWithForeignLines(diff: string): readonly string[] {
  const paths = new Set<string>();
  let path = '';
  let isHeader = false;
  for (const line of diff.split('\n')) {
    if (line.startsWith('diff --git ')) {
      path = line.slice(line.indexOf(' b/') + 3);
      isHeader = true;
    } else if (line.startsWith('@@')) isHeader = false;
    else if (isHeader && /^(?:new|deleted|old mode|new mode)/.test(line)) paths.add(path);
    else if (!isHeader && /^[+-]/.test(line) && !isOwnLine(line.slice(1))) paths.add(path);
  }
  return [...paths];
}

async function redo(look: Look, path: string): Promise<void> {
  const { git, memory, repo } = look;
  memory.counts.crossings += 1;
  await git.patiently(['reset', '-q', '--', path]);
  const committed = await git.once(['show', `HEAD:${path}`]);
  const file = fileOf(look, path);
  if (committed.code !== 0) {
    memory.losses.push(`${path} is in the index and not in the last commit`);
    return;
  }
  const content = file === null ? committed.stdout : withOwnValues(look, committed.stdout, file);
  const draft = join(repo.dir, `${path}.swp`);
  mkdirSync(dirname(draft), { recursive: true });
  writeFileSync(draft, content);
  renameSync(draft, join(repo.dir, path));
}

const fileOf = ({ files }: Look, path: string): number | null => {
  for (let file = 0; file < files; file += 1) if (fieldPath(file) === path) return file;
  return null;
};

const withOwnValues = ({ memory }: Look, content: string, file: number): string =>
  ownValuesOf(memory, file).reduce(
    (before, value, line) => withOwnValue(before, file, line, value),
    content,
  );

/** A save into an open file that a landing had moved aside is not in the checkout, and must be where it was moved. */
async function redoLostSaves(look: Look): Promise<void> {
  const missing = (): ReturnType<typeof missingSaves> => missingSaves(look);
  if (missing().length === 0) return;
  await untilUnlocked(look.git);
  await pause(120);
  if (look.git.isIndexLocked()) return;
  for (const { file, line } of missing()) {
    const { memory, repo } = look;
    const value = memory.saved.get(placeKey({ file, line })) ?? '';
    const path = join(repo.dir, fieldPath(file));
    if (!existsSync(path)) continue;
    if (isKeptAside(repo, value)) memory.counts.savesFoundAside += 1;
    else memory.losses.push(`${fieldPath(file)}: ${value} was saved and is nowhere`);
    writeFileSync(`${path}.swp`, withOwnValue(readFileSync(path, 'utf8'), file, line, value));
    renameSync(`${path}.swp`, path);
  }
}

function missingSaves({ repo, memory, files }: Look): { file: number; line: number }[] {
  const missing = [];
  for (let file = 0; file < files; file += 1) {
    const path = join(repo.dir, fieldPath(file));
    const content = existsSync(path) ? readFileSync(path, 'utf8') : '';
    for (let line = 0; line < OWN_LINES; line += 1) {
      const value = memory.saved.get(placeKey({ file, line }));
      if (ownValue(content, file, line) !== value) missing.push({ file, line });
    }
  }
  return missing;
}

/** Whether a landing kept a file with this text when it replaced it. */
function isKeptAside(repo: TempRepo, text: string): boolean {
  const root = join(repo.dir, '.git', 'sallyport', 'asides');
  if (!existsSync(root)) return false;
  return readdirSync(root, { recursive: true, withFileTypes: true }).some(
    (entry) =>
      entry.isFile() && readFileSync(join(entry.parentPath, entry.name), 'utf8').includes(text),
  );
}
