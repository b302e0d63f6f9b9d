import { createHash } from 'node:crypto';
import type { Command, Config } from './config.ts';

/**
 * SHA-256 over everything in a config that makes this machine run something, or that widens what those commands may
 * reach; null where nothing is run. A person approves it once per machine. It does not depend on the order of keys or
 * on what is left to a default.
 */
export function executableHash(config: Config): string | null {
  const gates = config.gates.map(({ name, run, fix, network }) => ({ name, run, fix, network }));
  const prime = config.prime.mode === 'command' ? config.prime : null;
  const { command, env } = config.retry;
  if (gates.length === 0 && prime === null && command === null) return null;
  const executable = {
    gates,
    prime,
    env: config.env,
    sandbox: config.sandbox,
    ...(command === null ? {} : { retry: { command, env } }),
  };
  return createHash('sha256').update(canonical(executable)).digest('hex');
}

/** The commands that `executableHash` covers, as text for the person who is asked. */
export function executableCommands(
  config: Config,
): readonly { readonly name: string; readonly command: string }[] {
  const listed = config.gates.flatMap(({ name, run, fix }) => [
    { name: `gate ${name}`, command: commandText(run) },
    ...(fix === null ? [] : [{ name: `fixer of ${name}`, command: commandText(fix) }]),
  ]);
  if (config.prime.mode === 'command') {
    listed.push({ name: 'prime', command: commandText(config.prime.run) });
  }
  if (config.retry.command !== null) {
    const command = commandText(config.retry.command);
    listed.push({ name: 'retry, on the reply to a refused response', command });
  }
  return listed;
}

/** Whether judging a candidate runs any of the config's commands: what must wait until a person allowed them. */
export const judgesByCommands = ({ gates, prime }: Config): boolean =>
  gates.length > 0 || prime.mode === 'command';

/** A command on one line, words with blanks quoted. */
const commandText = (command: Command): string =>
  command.kind === 'shell'
    ? `sh -c ${JSON.stringify(command.script)}`
    : command.words
        .map((word) => (/^[\w@%+=:,./{}-]+$/.test(word) ? word : JSON.stringify(word)))
        .join(' ');

/** JSON with the keys of every object sorted. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}
