import type { CheckFinding } from '../../core/check/check-finding.ts';
import type { Environment } from '../../git/git-environment.ts';
import { git } from '../../git/plumbing.ts';
import type { Repository } from '../../git/repository.ts';

const OPTION = /^sallyport\.allow=(.*)$/;
/** Git hands over what `push -o` said, one variable each; more of them than this nobody writes. */
const MOST_OPTIONS = 100;

/** The codes that the pusher lets pass, by `git push -o sallyport.allow=CODE,...`. */
export function pushedCodes(env: Environment): ReadonlySet<string> {
  const count = Math.min(Number(env['GIT_PUSH_OPTION_COUNT'] ?? '0') || 0, MOST_OPTIONS);
  const codes = Array.from({ length: count }, (_, at) => {
    const [, list = ''] = OPTION.exec(env[`GIT_PUSH_OPTION_${at}`] ?? '') ?? [];
    return list.split(/[\s,]+/);
  });
  return new Set(codes.flat().filter((code) => code !== ''));
}

/**
 * Whether the server takes push options: without them nobody can let anything pass. Git gives a hook the count of them
 * either way, so that the configuration is asked.
 */
export async function hasPushOptions(repo: Repository): Promise<boolean> {
  const asked = ['config', '--type=bool', '--get', 'receive.advertisePushOptions'];
  const end = await git(repo, asked, { accept: [1, 128] });
  return end.stdout.toString('utf8').trim() === 'true';
}

/** What stops the push, and what the pusher let pass: only what a person has to decide, never what an author mends. */
export function settlePush(
  found: readonly CheckFinding[],
  codes: ReadonlySet<string>,
): { readonly stopping: readonly CheckFinding[]; readonly passed: readonly CheckFinding[] } {
  const refusals = found.filter(({ level }) => level !== 'note');
  const isPassed = ({ isHold, code }: CheckFinding): boolean => isHold && codes.has(code);
  return {
    stopping: refusals.filter((finding) => !isPassed(finding)),
    passed: refusals.filter(isPassed),
  };
}
