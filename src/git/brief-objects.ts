import { isOid, type Oid } from '../core/model/ids.ts';
import { headCommit } from './head-commit.ts';
import { openObjectFiles, type ObjectFiles } from './object-files/object-files.ts';
import {
  openObjects,
  takeObject,
  type GitObject,
  type ObjectAnswer,
  type ObjectStore,
} from './objects.ts';
import { gitBriefly } from './plumbing.ts';
import type { Repository } from './repository.ts';

/** Turns that are answered by a process each; whoever asks more often talks to one that stays. */
const MOST_TURNS = 4;
/** Bytes of all answers of a turn. */
const MOST_BYTES = 64 * 1024 * 1024;

interface Question {
  readonly command: 'contents' | 'info';
  readonly name: string;
  readonly resolve: (answer: ObjectAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** Questions that are looked up in git's files; to answer more of them a process takes less time. */
const MOST_LOOK_UPS = 256;

/**
 * An object store of a sha1 repository for programs that ask a little and end, such as hooks. The first questions are
 * looked up in git's own files. What is not found there, and what is asked after them, is answered turn by turn: all of a
 * turn by one process that is waited for. What that cannot answer (too much, a broken repository), and whatever is asked
 * after a few such turns, goes to the long-lived processes.
 */
export function openBriefObjects(repo: Repository): ObjectStore {
  const lasting = openObjects(repo, repo.stateDir);
  const files = openObjectFiles(repo.commonDir);
  const known = new Map<string, GitObject>();
  const lookUp = lookUpIn(repo, files, known);
  let asked: Question[] = [];
  let turns = 0;
  const answerAll = (): void => {
    const questions = asked;
    asked = [];
    turns += 1;
    try {
      const answers = answersTo(repo, questions);
      if (answers === null) turns = MOST_TURNS;
      for (const [at, { command, name, resolve, reject }] of questions.entries()) {
        if (answers === null) lastingAnswer(lasting, command, name).then(resolve, reject);
        else resolve(answers[at] ?? null);
      }
    } catch (error) {
      for (const { reject } of questions) reject(error);
    }
  };
  const ask = (command: Question['command'], name: string): Promise<ObjectAnswer> => {
    const found = lookUp(name);
    if (found !== null) return Promise.resolve({ ...found, size: found.bytes.length });
    if (turns >= MOST_TURNS) return lastingAnswer(lasting, command, name);
    if (name === '' || /[\n\r\0]/.test(name)) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      asked.push({ command, name, resolve, reject });
      if (asked.length === 1) setImmediate(answerAll);
    });
  };
  const read = async (name: string): Promise<GitObject | null> => {
    const kept = known.get(name);
    if (kept !== undefined) return kept;
    const found = await ask('contents', name);
    if (found === null || found.bytes === null) return null;
    const object = { oid: found.oid, type: found.type, bytes: found.bytes };
    if (object.type !== 'blob') known.set(object.oid, object);
    return object;
  };
  return {
    ...lasting,
    close: async () => {
      files.close();
      await lasting.close();
    },
    read,
    info: async (name) => {
      const found = await ask('info', name);
      return found === null ? null : { oid: found.oid, type: found.type, size: found.size };
    },
    readUpTo: async (name, maxBytes) => {
      if (turns >= MOST_TURNS) return lasting.readUpTo(name, maxBytes);
      const found = await read(name);
      if (found === null || found.bytes.length <= maxBytes) return found;
      return { oid: found.oid, type: found.type, size: found.bytes.length };
    },
  };
}

/** Looks names up in git's files; null for what is not found there, and for all that is asked after many. */
function lookUpIn(
  repo: Repository,
  files: ObjectFiles,
  known: Map<string, GitObject>,
): (name: string) => GitObject | null {
  let left = MOST_LOOK_UPS;
  const read = (oid: Oid): GitObject | null => {
    const found = known.get(oid) ?? files.read(oid);
    if (found !== null && found.type !== 'blob') known.set(oid, found);
    return found;
  };
  /** What the names that every hook begins with stand for. */
  const idOf = (name: string): Oid | null => {
    const head = name === 'HEAD' || name === 'HEAD^{tree}' ? headCommit(repo) : null;
    if (head === null || name === 'HEAD') return head;
    const commit = read(head);
    const tree = commit?.bytes.toString('latin1', TREE_AT, TREE_AT + head.length) ?? '';
    return commit?.type === 'commit' && isOid(tree) ? tree : null;
  };
  return (name) => {
    if (left === 0) return null;
    left -= 1;
    const oid = isOid(name) ? name : idOf(name);
    return oid === null ? null : read(oid);
  };
}

/** Where the id of its tree stands in a commit. */
const TREE_AT = 'tree '.length;

function answersTo(
  repo: Repository,
  questions: readonly Question[],
): readonly ObjectAnswer[] | null {
  const stdin = Buffer.from(questions.map(({ command, name }) => `${command} ${name}\n`).join(''));
  const printed = gitBriefly(repo, ['cat-file', '--batch-command', '--buffer'], {
    stdin,
    maxBytes: MOST_BYTES,
  });
  if (printed === null) return null;
  const take = takeObject(questions.map(({ command }) => command === 'contents'));
  const answers: ObjectAnswer[] = [];
  let at = 0;
  while (at < printed.length) {
    const taken = take(printed.subarray(at));
    if (typeof taken === 'number') return null;
    answers.push(taken.answer);
    at += taken.length;
  }
  return answers.length === questions.length ? answers : null;
}

async function lastingAnswer(
  lasting: ObjectStore,
  command: Question['command'],
  name: string,
): Promise<ObjectAnswer> {
  if (command === 'contents') {
    const found = await lasting.read(name);
    return found === null ? null : { ...found, size: found.bytes.length };
  }
  const found = await lasting.info(name);
  return found === null ? null : { ...found, bytes: null };
}
