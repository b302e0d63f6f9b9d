/*
 * What must be true when the last daemon has stopped. Each check looks at facts (git, the disk, the command line) and
 * says every breach in words; no breach means that nothing was lost, doubled or half done.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { receiptsOf, type Outcome } from './outcomes.ts';
import type { TempRepo } from '../../test/support/temp-repo.ts';
import type { Payload, Place } from './payloads.ts';
import { joinedLine } from './joined-file.ts';
import { placeKey, type PersonMemory } from './person-memory.ts';
import { OWN_LINES, fieldPath, isOwnLine, ownValue, slotLine, type Field } from './slot-file.ts';

export interface Evidence {
  readonly repo: TempRepo;
  readonly field: Field;
  readonly payloads: readonly Payload[];
  /** How each payload ended, by its name, as the command line tells. */
  readonly outcomes: ReadonlyMap<string, readonly Outcome[]>;
  readonly memory: PersonMemory;
}

/** Every breach, in words. */
export function breaches(evidence: Evidence): readonly string[] {
  const history = readHistory(evidence.repo);
  return [
    ...evidence.memory.losses,
    ...evidence.payloads.flatMap((payload) => payloadBreaches(evidence, payload, history)),
    ...personBreaches(evidence, history),
    ...repositoryBreaches(evidence),
  ];
}

/** A commit of the target: its message, and the lines that it added and removed, by path. */
interface HistoryEntry {
  readonly commit: string;
  readonly message: string;
  readonly lines: readonly string[];
}

function readHistory(repo: TempRepo): readonly HistoryEntry[] {
  const mark = '\u0001';
  return repo
    .git('log', '-p', '-U0', '--no-color', '--no-renames', `--format=${mark}%H%n%B%n\u0002`, 'main')
    .split(mark)
    .slice(1)
    .map((entry) => {
      const [head = '', diff = ''] = entry.split('\u0002');
      const [commit = '', ...message] = head.split('\n');
      const lines = diff.split('\n').filter((line) => /^[+-](?![+-]{2} )/.test(line));
      return { commit, message: message.join('\n'), lines };
    });
}

function payloadBreaches(
  { repo, outcomes }: Evidence,
  payload: Payload,
  history: readonly HistoryEntry[],
): readonly string[] {
  const { name, token, refusal } = payload;
  const found: string[] = [];
  const ends = outcomes.get(name) ?? [];
  const [end] = ends;
  if (end === undefined || ends.length > 1) return [`${name} became ${ends.length} submissions`];
  const isBranch = payload.way === 'branch';
  const receipts = receiptsOf(repo, name);
  if (!isBranch && (receipts.length !== 1 || receipts[0] !== end.state)) {
    found.push(`${name} is ${end.state} and has receipts in [${receipts.join(', ')}]`);
  }
  if (isBranch ? !end.payload.includes(payload.text) : end.payload !== payload.text)
    found.push(`${name}: the store's payload is not what was handed in`);
  const wanted = refusal === null ? ['landed', 'failed'] : ['rejected', 'failed'];
  if (!wanted.includes(end.state)) found.push(`${name} ended ${end.state}: ${end.why}`);
  if (refusal !== null && end.state === 'rejected' && !end.codes.includes(refusal)) {
    found.push(`${name} was refused as ${end.codes.join(', ')}, not ${refusal}`);
  }
  if (end.state === 'failed' && end.codes[0] !== 'interrupted') {
    found.push(`${name} failed: ${end.why}`);
  }
  const trailer = `Sallyport-Submission: ${end.id}`;
  const landings = history.filter(({ message }) => message.split('\n').includes(trailer));
  const isLanded = end.state === 'landed';
  if (landings.length !== (isLanded ? 1 : 0)) {
    found.push(`${name} is ${end.state} and landed ${landings.length} times`);
  }
  const changes = history.flatMap(({ lines }) => lines.filter((line) => line.includes(token)));
  const asked = isLanded ? payload.places.map((place) => addedLine(place, token)) : [];
  if (changes.toSorted().join('\n') !== asked.toSorted().join('\n')) {
    found.push(`${name} (${end.state}): history has [${changes.join(' | ')}]`);
  }
  return found;
}

function addedLine(place: Place, token: string): string {
  switch (place.kind) {
    case 'slot':
      return `+${slotLine(place.file, place.slot, token)}`;
    case 'joined':
      return `+${joinedLine(place.file, place.slot, token)}`;
    case 'new-file':
      return `+made by ${token}`;
  }
}

function personBreaches(
  { repo, field, memory }: Evidence,
  history: readonly HistoryEntry[],
): readonly string[] {
  const found: string[] = [];
  for (let file = 0; file < field.files; file += 1) {
    const content = repo.show('main', fieldPath(file));
    for (let line = 0; line < OWN_LINES; line += 1) {
      const key = placeKey({ file, line });
      const value = ownValue(content, file, line);
      if (value !== memory.saved.get(key)) {
        found.push(`${key} holds ${value} and the person saved ${memory.saved.get(key)} last`);
      }
    }
  }
  for (const { subject, style, values } of memory.commits) {
    const commits = history.filter(({ message }) => message.split('\n')[0] === subject);
    const [commit] = commits;
    if (commit === undefined || commits.length > 1) {
      found.push(`"${subject}" (${style}) is ${commits.length} times in the history`);
      continue;
    }
    for (const [key, value] of values) {
      const [path = '', line = '0'] = key.split(':');
      const file = Number(path.replace(/\D/g, ''));
      if (ownValue(repo.show(commit.commit, path), file, Number(line)) !== value) {
        found.push(`"${subject}" does not hold ${value} at ${key}`);
      }
    }
    const foreign = commit.lines.filter((text) => !isOwnLine(text.slice(1)));
    if (foreign.length > 0) found.push(`"${subject}" (${style}) changed ${foreign.join(' | ')}`);
  }
  for (const [path, content] of memory.keepsakes) {
    const full = join(repo.dir, path);
    if (!existsSync(full) || readFileSync(full, 'utf8') !== content) {
      found.push(`${path}, which git does not know, is not as the person left it`);
    }
  }
  return found;
}

function repositoryBreaches({ repo, memory }: Evidence): readonly string[] {
  const found: string[] = [];
  const untracked = [...memory.keepsakes.keys()].filter((path) => !path.endsWith('.local'));
  const status = repo.status().toSorted();
  if (
    status.join('\n') !==
    untracked
      .map((path) => `?? ${path}`)
      .toSorted()
      .join('\n')
  ) {
    found.push(`git status: ${status.filter((line) => !line.startsWith('?? notes/')).join(' | ')}`);
  }
  try {
    repo.fsck();
  } catch (error) {
    found.push(`git fsck: ${String(error)}`);
  }
  const worktrees = repo.git('worktree', 'list', '--porcelain').match(/^worktree /gm) ?? [];
  if (worktrees.length !== 1) found.push(`${worktrees.length} worktrees are registered`);
  const inGit = readdirSync(join(repo.dir, '.git'), { recursive: true, encoding: 'utf8' });
  const locks = inGit.filter(
    (path) => (path.endsWith('.lock') || path.includes('sallyport-lock-')) && !isStanding(path),
  );
  if (locks.length > 0) found.push(`locks are left: ${locks.join(', ')}`);
  const scratch = scratchLeft(repo);
  if (scratch.length > 0) found.push(`scratch worktrees are left: ${scratch.join(', ')}`);
  return found;
}

/** Lock files that are held by the system's lock on them, not by their being there. */
const isStanding = (path: string): boolean => path.startsWith('sallyport/');

function scratchLeft({ root }: TempRepo): readonly string[] {
  const cache = join(root, 'cache', 'sallyport');
  if (!existsSync(cache)) return [];
  return readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?:^|\/)sallyport-[^/]*$|\.trash\/./.test(path),
  );
}
