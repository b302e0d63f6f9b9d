import type { HoldReason, RejectionCode } from '../rejection.ts';
import { fact, linesInWords, names, type Refusal } from './facts.ts';

/** A refusal of a commit in words: one short line without its path, and what to do about it. */
export interface CheckWords {
  readonly message: string;
  readonly hint: string;
}

type Wording = (refusal: Refusal) => CheckWords;

const BY_A_PERSON = 'Leave it out, or let a person commit it.';
const SMALLER = 'Split it into smaller commits.';

const KIND: Readonly<Record<string, string>> = {
  symlink: 'a symbolic link',
  submodule: 'a submodule',
  binary: 'a binary file',
  'lfs-pointer': 'a pointer to a file in large file storage',
  'utf-16': 'a file in UTF-16',
};

const FORM: Readonly<Record<string, string>> = {
  formatting: 'most change in form alone',
  imports: 'most are imports that only change places',
  comments: 'most are comments that go although the code beside them stays',
};

const WEAKENED: Readonly<Record<string, string>> = {
  'tests-removed': 'tests go',
  skipped: 'tests no longer run',
  suppressed: 'a checker is silenced',
  threshold: 'a threshold is lowered',
  assertions: 'assertions go while their tests stay',
};

const DENIED: Readonly<Record<string, string>> = {
  'reserved-name': 'the name holds what some systems reserve or change',
  'control-character': 'the name holds control or invisible characters',
  'git-directory': "the name stands for git's own folder on some systems",
  'too-long': 'the name is longer than file systems allow',
};

const ofGate = (refusal: Refusal): string => fact(refusal, 'gate') || 'a gate';

const detailOf = (refusal: Refusal): string => {
  const detail = fact(refusal, 'detail');
  return detail === '' ? '' : `: ${detail}`;
};

const quoteOf = (refusal: Refusal): string => {
  const line = fact(refusal, 'line');
  return line === '' ? '' : `: ${line}`;
};

const WORDS: Readonly<Partial<Record<RejectionCode | HoldReason, Wording>>> = {
  'left-over-markers': (refusal) => ({
    message: `a marker of a merge or an edit${quoteOf(refusal)}`,
    hint: 'Settle what it marks and delete the marker.',
  }),
  'elided-content': (refusal) => ({
    message: `a placeholder stands for code${quoteOf(refusal)}`,
    hint: 'Write out the code that was left out.',
  }),
  'ast-broken': (refusal) => {
    const noticed = fact(refusal, 'noticedAtLine');
    const language = fact(refusal, 'language');
    return {
      message: `no longer ${language === '' ? 'parses' : `valid ${language}`}: ${fact(refusal, 'message')}${noticed === '' ? '' : ` (noticed at line ${noticed})`}`,
      hint: 'Mend the syntax.',
    };
  },
  'path-denied': (refusal) =>
    refusal.reason === 'collides'
      ? {
          message: `the same name as ${names(refusal, 'other')} where case or composed characters do not count`,
          hint: 'Choose another name, or the very spelling of the other one.',
        }
      : {
          message: DENIED[refusal.reason ?? ''] ?? 'no path that works everywhere',
          hint: 'Choose another name.',
        },
  'protected-path': (refusal) => {
    const keys = names(refusal, 'keys');
    return {
      message:
        keys === '' ? `protected (rule ${fact(refusal, 'glob')})` : `protected keys: ${keys}`,
      hint: BY_A_PERSON,
    };
  },
  'file-kind-refused': (refusal) => ({
    message: KIND[refusal.reason ?? ''] ?? 'not a regular text file',
    hint: BY_A_PERSON,
  }),
  'undeclared-deletion': () => ({
    message: 'deleted, and the message does not say so',
    hint: 'Name it in the message, as in `Remove ...`; or leave the file in place.',
  }),
  'collateral-change': (refusal) => ({
    message: `${fact(refusal, 'actual')} lines beyond what the change needs, limit ${fact(refusal, 'limit')}: ${FORM[refusal.reason ?? ''] ?? 'most say nothing new'}`,
    hint: 'Take out what changes in form alone, or commit it apart.',
  }),
  'diff-too-large': (refusal) => {
    const [actual, limit] = [fact(refusal, 'actual'), fact(refusal, 'limit')];
    if (refusal.reason === 'rewrite')
      return { message: `${actual} of the file is rewritten, limit ${limit}`, hint: BY_A_PERSON };
    if (refusal.reason === 'bytes')
      return { message: `${actual} bytes, limit ${limit}`, hint: 'Split the file.' };
    return { message: `${actual} ${fact(refusal, 'what')}, limit ${limit}`, hint: SMALLER };
  },
  'excessive-blast-radius': (refusal) => {
    const [actual, limit] = [fact(refusal, 'actual'), fact(refusal, 'limit')];
    return refusal.reason === 'dependents'
      ? { message: `${actual} files depend on what changes, limit ${limit}`, hint: BY_A_PERSON }
      : { message: `${actual} files change, limit ${limit}`, hint: SMALLER };
  },
  'reverts-landed-work': (refusal) => ({
    message: `undoes commit ${fact(refusal, 'commit')} (${fact(refusal, 'subject')})`,
    hint: `Keep what it brought in; or, where that is meant, say so in the message: Reverts: ${fact(refusal, 'commit')}`,
  }),
  'weakened-check': (refusal) => {
    const named = names(refusal, 'names') || fact(refusal, 'detail');
    return {
      message: `${WEAKENED[refusal.reason ?? ''] ?? 'a check is weakened'}${named === '' ? '' : `: ${named}`}`,
      hint: 'Keep tests and checks as strict as they are, or let a person commit it.',
    };
  },
  'gate-failed': (refusal) => ({
    message: `${ofGate(refusal)}${detailOf(refusal)}`,
    hint: 'Mend what it reports.',
  }),
  'gate-timed-out': (refusal) => ({
    message: `${ofGate(refusal)}${detailOf(refusal)}`,
    hint: 'Look for an endless loop or a wait.',
  }),
  'gate-inconclusive': (refusal) => ({
    message: `${ofGate(refusal)} gave no verdict${detailOf(refusal)}`,
    hint: 'Mend the gate, or let a person commit it.',
  }),
};

/** The words for one refusal of a commit. A code that no check of a commit gives has its lines alone. */
export function checkWords(refusal: Refusal): CheckWords {
  const worded = WORDS[refusal.code]?.(refusal);
  return worded ?? { message: linesInWords(refusal.lines), hint: BY_A_PERSON };
}
