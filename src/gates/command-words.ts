import type { Command } from '../config/config.ts';
import type { Oid } from '../core/model/ids.ts';

/** What the placeholders of a gate's command stand for. */
export interface CommandValues {
  readonly files: readonly string[];
  /** Empty where no test is chosen: the placeholder then stands for nothing. */
  readonly tests: readonly string[];
  /** Null: the branch is not born yet. */
  readonly base: Oid | null;
  readonly candidate: Oid;
}

/** Git's empty tree, which it knows without having it: what an unborn branch is compared with. */
const EMPTY_TREE = {
  40: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  64: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
} as const;

/**
 * The program and arguments to run. In a shell, the files or the tests (a script names one of them at most) are its
 * positional parameters, so no name is ever parsed.
 */
export function commandWords(
  command: Command,
  values: CommandValues,
): { readonly program: string; readonly args: readonly string[] } {
  const files = values.files.map(asArgument);
  const tests = values.tests.map(asArgument);
  const replace = (text: string): string =>
    text.replaceAll('{base}', baseOf(values)).replaceAll('{candidate}', values.candidate);
  if (command.kind === 'shell') {
    const script = replace(command.script)
      .replaceAll('{files}', '"$@"')
      .replaceAll('{affectedTests}', '"$@"');
    const named = namesTests(command) ? tests : files;
    return { program: 'sh', args: ['-c', script, 'sh', ...named] };
  }
  const [program = '', ...args] = command.words.flatMap((word) => {
    if (word === '{files}') return files;
    return word === '{affectedTests}' ? tests : [replace(word)];
  });
  return { program, args };
}

/** Whether a command names the changed files, so that there is nothing for it to do without one. */
export const namesFiles = (command: Command): boolean => names(command, '{files}');

/** Whether a command names the base or the candidate, so that it may look at anything in them. */
export const namesCommits = (command: Command): boolean =>
  /\{(?:base|candidate)\}/.test(
    command.kind === 'shell' ? command.script : command.words.join('\0'),
  );

/** Whether a command names the tests that the change may matter to. */
export const namesTests = (command: Command): boolean => names(command, '{affectedTests}');

const names = (command: Command, placeholder: string): boolean =>
  command.kind === 'shell'
    ? command.script.includes(placeholder)
    : command.words.includes(placeholder);

/** A name that starts with a dash would be taken for an option. */
const asArgument = (path: string): string => (path.startsWith('-') ? `./${path}` : path);

const baseOf = ({ base, candidate }: CommandValues): string =>
  base ?? EMPTY_TREE[candidate.length === 64 ? 64 : 40];
