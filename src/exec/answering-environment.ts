import { gateEnvironment } from './environment.ts';

/** What ties a process to a repository or to the call that started it: never passed, whoever names it. */
const TIED = /^(?:GIT_|npm_|SALLYPORT_)/i;

/**
 * The environment of a program that answers for a model: what gates get, and those variables of this process's own that a
 * person named, credentials and settings of agents among them. It counts as an agent: what it calls of this tool is no
 * person's doing.
 */
export function answeringEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  named: readonly string[],
): Record<string, string> {
  const extra = named
    .filter((name) => !TIED.test(name))
    .flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]] as const]));
  return { ...gateEnvironment(own, []), ...Object.fromEntries(extra), SALLYPORT_AGENT: 'retry' };
}
