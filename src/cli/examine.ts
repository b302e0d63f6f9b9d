import { access, constants, statfs } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { DEFAULT_CONFIG } from '../config/defaults.ts';
import { executableHash } from '../config/executable-hash.ts';
import { openTrust } from '../config/trust.ts';
import { isFault } from '../core/model/fault.ts';
import { gateEnvironment } from '../exec/environment.ts';
import { probeSandbox } from '../exec/sandbox.ts';
import { gitVersion } from '../git/client.ts';
import { committerIdentity } from '../git/identity.ts';
import { headBranch, tipOf } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { allowances } from '../hook/allowances.ts';
import { openStore } from '../store/open-store.ts';
import type { CliContext } from './cli-context.ts';
import { checkoutConfigNote } from './config-in-force.ts';
import { runningDaemon } from './daemon-client.ts';
import { examineSandbox } from './examine-sandbox.ts';
import { headConfig } from './head-config.ts';
import { passedByHand } from './render/passed-by-hand.ts';
import { systemFault } from './system-fault.ts';

/** One thing that was looked at. `worth` knowing is no fault. */
export interface Check {
  readonly name: string;
  readonly verdict: 'fine' | 'worth' | 'broken';
  readonly found: string;
  /** What to do about it; null where there is nothing to do. */
  readonly advice: string | null;
}

type Finding = Omit<Check, 'name'>;
type Examination = (repo: Repository, context: CliContext) => Promise<Finding>;

/** Looks at everything, one after the other; a look that throws is a finding too. */
export async function examine(repo: Repository, context: CliContext): Promise<readonly Check[]> {
  const checks: Check[] = [];
  for (const [name, look] of EXAMINATIONS) {
    checks.push({ name, ...(await look(repo, context).catch(brokenBy)) });
  }
  return checks;
}

const fine = (found: string): Finding => ({ verdict: 'fine', found, advice: null });
const worth = (found: string, advice: string): Finding => ({ verdict: 'worth', found, advice });
const broken = (found: string, advice: string): Finding => ({ verdict: 'broken', found, advice });

function brokenBy(error: unknown): Finding {
  const known = systemFault(error) ?? error;
  return broken(
    known instanceof Error ? known.message : String(known),
    (isFault(known) ? known.hint : undefined) ?? 'see the message',
  );
}

/** The config in force; null where it is not valid, which the look at the config tells of. */
async function readableConfig(repo: Repository): Promise<Config | null> {
  try {
    return await headConfig(repo);
  } catch (error) {
    if (isFault(error) && error.code === 'config-invalid') return null;
    throw error;
  }
}

/** Free bytes below which a full disk is near. */
const LOW_DISK_BYTES = 500 * 1024 * 1024;

const EXAMINATIONS: readonly (readonly [name: string, look: Examination])[] = [
  ['node', async () => fine(`${process.versions.node}, ${availableParallelism()} cores`)],
  ['git', async (repo) => fine(`${await gitVersion(repo)}, ${repo.objectFormat} objects`)],
  ['repository', async (repo) => fine(repo.worktree)],
  [
    'identity',
    async (repo) => {
      const { name, email } = await committerIdentity(repo);
      return fine(`${name} <${email}>`);
    },
  ],
  [
    'branch',
    async (repo) => {
      const head = await headBranch(repo);
      if (head !== null) return fine(head.replace('refs/heads/', ''));
      return worth(
        'HEAD is detached',
        'submissions need a target: check a branch out, or set "target" in the config',
      );
    },
  ],
  [
    'config',
    async (repo) => {
      const config = await headConfig(repo);
      const head = await headBranch(repo);
      const gates =
        config.gates.length === 0
          ? 'no command gates'
          : `gates ${config.gates.map(({ name }) => name).join(', ')}`;
      const note = await checkoutConfigNote(repo, head === null ? null : await tipOf(repo, head));
      return note === null ? fine(gates) : worth(gates, note);
    },
  ],
  [
    'trust',
    async (repo) => {
      const config = await readableConfig(repo);
      if (config === null)
        return worth('not known while the config is not valid', 'mend the config');
      const hash = executableHash(config);
      if (hash === null) return fine('the config runs no commands');
      return openTrust(repo.stateDir, Date.now).isTrusted(hash)
        ? fine("the config's commands may run here")
        : worth(
            "nobody allowed the config's commands on this machine yet",
            'run `sallyport config trust`',
          );
    },
  ],
  [
    'state',
    async (repo) => {
      await access(repo.commonDir, constants.W_OK);
      const store = openStore(repo.stateDir, Date.now);
      try {
        const problems = store.check();
        return problems.length === 0
          ? fine(`${repo.stateDir} is whole`)
          : broken(
              problems.join('; '),
              `stop the daemon and restore ${join(repo.stateDir, 'store.sqlite')} from a backup`,
            );
      } finally {
        store.close();
      }
    },
  ],
  [
    'disk',
    async (repo) => {
      const { bavail, bsize } = await statfs(repo.commonDir);
      const free = bavail * bsize;
      const text = `${Math.floor(free / 1024 / 1024)} MB free`;
      return free < LOW_DISK_BYTES
        ? worth(text, 'free some space: nothing is lost when the disk is full, but nothing lands')
        : fine(text);
    },
  ],
  [
    'hooks',
    async (repo) => {
      const { hooksStatus } = await import('../hook/install/hook-status.ts');
      const { isInstalled, hooks, guard } = await hooksStatus(repo);
      if (!isInstalled)
        return fine('not installed; `sallyport hook install` has commits judged too');
      const [silent] = hooks.filter(({ verdict }) => verdict === 'silent');
      if (silent !== undefined) {
        const where = `${silent.name} in ${silent.worktree}: ${silent.found}`;
        return worth(where, silent.advice ?? '`sallyport hook status` shows them all');
      }
      if (guard.config !== null) {
        return worth('the config says otherwise of the guard', 'run `sallyport hook install`');
      }
      const level = guard.level === 'off' ? '' : `; the guard says ${guard.level}`;
      return fine(`git runs them${level}`);
    },
  ],
  ['let pass', async (repo) => fine(passedByHand(allowances(repo), Date.now()))],
  [
    'daemon',
    async (repo) => {
      const daemon = runningDaemon(repo);
      return daemon === null
        ? worth('none runs', '`sallyport start` starts one')
        : fine(`process ${daemon.pid}, version ${daemon.version}`);
    },
  ],
  [
    'sandbox',
    async (repo, context) =>
      examineSandbox(
        (await readableConfig(repo)) ?? DEFAULT_CONFIG,
        await probeSandbox(gateEnvironment(context.env, [])),
      ),
  ],
];
