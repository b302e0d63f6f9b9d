import { editOf, fact, linesInWords, names, pathOf, type Refusal, type Words } from './facts.ts';
import { code, codeBlock } from './plain-text.ts';

const APPROVE = 'A person can approve it as it is; or send the change without it.';

/** Which paths were counted, where they have a limit of their own. */
const counted = (refusal: Refusal): string => {
  const glob = fact(refusal, 'counted');
  return glob === '' ? '' : ` in ${code(glob)}`;
};

export function diffTooLarge(refusal: Refusal): Words {
  const numbers = `${fact(refusal, 'actual')}, and the limit is ${fact(refusal, 'limit')}`;
  switch (refusal.reason ?? '') {
    case 'rewrite':
      return {
        title: `The change rewrites ${fact(refusal, 'actual')} of ${pathOf(refusal)}; more than ${fact(refusal, 'limit')} needs a person.`,
        hint: APPROVE,
      };
    case 'bytes':
      return {
        title: `${pathOf(refusal)} would have ${numbers} bytes.`,
        hint: 'Split the file, or ask for a higher limit.',
      };
    default:
      return {
        title: `The change has too many ${fact(refusal, 'what') || 'lines'}${counted(refusal)}: ${numbers}.`,
        hint: 'Split it into smaller submissions.',
      };
  }
}

export function excessiveBlastRadius(refusal: Refusal): Words {
  const [actual, limit] = [fact(refusal, 'actual'), fact(refusal, 'limit')];
  const hint = 'Split it into smaller submissions, or have a person approve it.';
  if (refusal.reason !== 'dependents')
    return {
      title: `The change touches ${actual} files${counted(refusal)}, and the limit is ${limit}.`,
      hint,
    };
  const depend = actual === '1' ? 'file depends' : 'files depend';
  const files = refusal.facts?.['files'];
  const list = typeof files === 'object' ? files : [];
  const more = Number(actual) - list.length;
  const tail = more > 0 ? [`... and ${more} more`] : [];
  return {
    title: `${actual} ${depend} on what changes; more than ${limit} needs a person.`,
    hint,
    ...(list.length === 0 ? {} : { body: codeBlock([...list, ...tail]) }),
  };
}

const COLLATERAL: Readonly<Record<string, string>> = {
  formatting: 'lines change in form alone',
  imports: 'lines are imports that only change places',
  comments: 'comment lines go although the code beside them stays',
};

export function collateralChange(refusal: Refusal): Words {
  const what = COLLATERAL[refusal.reason ?? ''];
  const actual = fact(refusal, 'actual');
  return {
    title:
      what === undefined
        ? `${pathOf(refusal)} changes in ${actual} lines where the edits asked for ${fact(refusal, 'asked')}.`
        : `${pathOf(refusal)} changes in ${actual} lines beyond what the task needs, and the limit is ${fact(refusal, 'limit')}: most ${what}.`,
    hint: 'Change only the lines that the task needs; leave formatting and comments alone.',
  };
}

export function protectedPath(refusal: Refusal): Words {
  const keys = names(refusal, 'keys');
  const rule = fact(refusal, 'glob');
  return {
    title:
      keys === ''
        ? `${pathOf(refusal)} is protected${rule === '' ? '' : ` (rule ${code(rule)})`}.`
        : `The change to ${pathOf(refusal)} touches ${keys}, which decides what commands run or what is installed.`,
    hint: APPROVE,
  };
}

const WEAKENED: Readonly<Record<string, string>> = {
  'tests-removed': 'takes away tests',
  skipped: 'keeps tests from running',
  suppressed: 'silences a checker',
  threshold: 'lowers a threshold',
  assertions: 'takes assertions out of tests that stay',
};

export function weakenedCheck(refusal: Refusal): Words {
  const what = WEAKENED[refusal.reason ?? ''] ?? 'weakens a check';
  const place = refusal.path === undefined ? '' : ` in ${pathOf(refusal)}`;
  const named = names(refusal, 'names') || fact(refusal, 'detail');
  return {
    title: `The change ${what}${place}${named === '' ? '' : `: ${named}`}.`,
    hint: 'Keep the tests and checks as strict as they are; a person can approve an intended change.',
  };
}

export function astBroken(refusal: Refusal): Words {
  const noticed = fact(refusal, 'noticedAtLine');
  const lines = refusal.lines === undefined ? [] : [linesInWords(refusal.lines)];
  const places = [...lines, ...(noticed === '' ? [] : [`noticed at line ${noticed}`])];
  const message = fact(refusal, 'message');
  const language = fact(refusal, 'language');
  return {
    title: `${pathOf(refusal)} would no longer parse${language === '' ? '' : ` as ${language}`}${places.length === 0 ? '' : ` (${places.join(', ')})`}${message === '' ? '' : `: ${message}`}.`,
    hint: 'Mend the syntax of the new text; mind brackets at the edges of the edit.',
  };
}

function output(refusal: Refusal): { readonly body?: string } {
  const text = refusal.facts?.['output'];
  return typeof text === 'string' && text !== ''
    ? { body: codeBlock(text.split('\n').slice(0, 60)) }
    : {};
}

const gate = (refusal: Refusal): string => {
  const name = fact(refusal, 'gate');
  return name === '' ? 'A gate' : `The gate ${code(name)}`;
};

export const gateFailed = (refusal: Refusal): Words =>
  refusal.reason === 'no-regression-proof' ? unprovenFix(refusal) : failedGate(refusal);

const unprovenFix = (refusal: Refusal): Words => ({
  title: `${gate(refusal)} wants proof of a fix: ${fact(refusal, 'detail')}.`,
  hint: 'Add a test (or change one) that fails on the files as they are and passes with the fix, and send both in one response; or, where nothing is mended, do not call it a fix in the message.',
});

const failedGate = (refusal: Refusal): Words => ({
  title: `${gate(refusal)} failed on the change${fact(refusal, 'detail') === '' ? '' : `: ${fact(refusal, 'detail')}`}.`,
  ...output(refusal),
  hint: 'Mend what it reports and send the change again.',
});

export const gateTimedOut = (refusal: Refusal): Words => ({
  title: `${gate(refusal)} did not end in time on the change, and does on the base.`,
  ...output(refusal),
  hint: 'Look for an endless loop or a wait; send the change again.',
});

export const approvalRefused = (refusal: Refusal): Words => ({
  title: `${refusal.reason === 'expired' ? 'Nobody approved the held submission in time' : 'A person refused the held submission'}${fact(refusal, 'comment') === '' ? '' : `: ${fact(refusal, 'comment')}`}.`,
  hint: 'Change what was held and send it again, or ask the person who refused.',
});

export const hedgedEdit = (refusal: Refusal): Words =>
  refusal.reason === 'code-without-path'
    ? {
        title: `${editOf(refusal)} holds code without a path that is much like ${pathOf(refusal)} and is not in it; it is no part of the change.`,
        hint: 'A person can approve the rest as it is; or send the code as a search/replace block under its path.',
      }
    : {
        title: `${editOf(refusal)}: the words before it make it look like an example, not an edit of ${pathOf(refusal)}.`,
        hint: 'A person can approve it; or send it with a caption that is the path alone.',
      };

export const alternatives = (refusal: Refusal): Words =>
  refusal.reason === 'taken-back'
    ? {
        title: `${editOf(refusal)} takes back an edit above it; which edits are still meant is not certain.`,
        hint: 'Send only the edits that are meant, with none that was taken back; or have a person approve them all.',
      }
    : {
        title: `${editOf(refusal)} offers alternatives; not all of them can be meant.`,
        hint: 'Send the one that is meant, alone; or have a person approve them all.',
      };

export const gateInconclusive = (refusal: Refusal): Words => ({
  title: `${gate(refusal)} gave no verdict on the change${fact(refusal, 'detail') === '' ? '' : `: ${fact(refusal, 'detail')}`}.`,
  ...output(refusal),
  hint: 'A person can approve landing without it, or mend the gate and retry.',
});

export const untrustedConfig = (): Words => ({
  title: 'The commands of the configuration have not been approved on this machine.',
  hint: 'A person approves them once with `sallyport config trust`.',
});

export const blockedTooLong = (refusal: Refusal): Words => ({
  title: `The change could not land for a long time${fact(refusal, 'detail') === '' ? '' : `: ${fact(refusal, 'detail')}`}.`,
  hint: 'Clear what blocks it in the checkout, then approve it to wait anew.',
});

export const retriesExhausted = (refusal: Refusal): Words => {
  const attempts = fact(refusal, 'attempts');
  return {
    title: `The submission was retried ${attempts === '' ? 'as often as is allowed' : attempts === '1' ? 'once' : `${attempts} times`} without success.`,
    hint: 'A person decides whether to go on.',
  };
};
