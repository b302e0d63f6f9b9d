import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { STATES, type State } from '../../core/lifecycle/states.ts';
import { DEFAULT_CONFIG } from '../../config/defaults.ts';
import { isFault } from '../../core/model/fault.ts';
import { headBranch, tipOf } from '../../git/refs.ts';
import type { Repository } from '../../git/repository.ts';
import { claimedFolder } from '../../daemon/drop-folder-door.ts';
import { unacceptedDrops, type UnacceptedDrop } from '../../intake/unaccepted-drops.ts';
import { checkoutConfigNote } from '../config-in-force.ts';
import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { daemonStatus, runningDaemon } from '../daemon-client.ts';
import { tokenFile } from '../../intake/http/http-token.ts';
import { EXIT } from '../exit-code.ts';
import { printable, type Output } from '../output.ts';
import { ageOf } from '../render/age.ts';
import { submissionLine } from '../render/submission-line.ts';
import { summaryDocument } from '../render/summary-document.ts';
import { headConfig } from '../head-config.ts';
import { STORE_FILE, type Store } from '../../store/open-store.ts';
import { withStore } from '../workspace.ts';

/** States that somebody may want to hear about at a glance. */
const OPEN: readonly State[] = [
  'queued',
  'planning',
  'staging',
  'gating',
  'landing',
  'waiting',
  'held',
];

/** `status`: the daemon, the branch, what is in the queue and what waits for a person. */
export function addStatus(host: CommandHost): void {
  addCommand(host, 'status', 'show the daemon and what is in the queue').action(
    (options: GlobalOptions) =>
      runAction(host, options, async ({ context, output }) =>
        withStore(context, options, async ({ repo, store }) => {
          const daemon = runningDaemon(repo);
          const http = await httpOf(repo);
          const head = await headBranch(repo);
          const tip = head === null ? null : await tipOf(repo, head);
          const counts = countsOf(store);
          const open = store.ledger.list({ states: OPEN });
          const stored = statSync(join(repo.stateDir, STORE_FILE)).size;
          const { config, problem } = await configOf(repo);
          const { inbox, retention } = config;
          const damage = damageOf(store, stored);
          const drops = await unacceptedDrops({
            inbox: join(repo.worktree, inbox),
            claimed: claimedFolder(repo),
          });
          const note = await checkoutConfigNote(repo, tip);
          output.document({
            repository: repo.worktree,
            daemon,
            http,
            branch: head,
            tip,
            configInForce: note === null,
            configProblem: problem,
            storedBytes: stored,
            storeProblems: damage,
            unaccepted: drops,
            counts,
            open: open.map(summaryDocument),
          });
          heading(output, repo, { head, daemon });
          if (http !== null) output.line(`HTTP: ${http.url}, with the token in ${http.tokenFile}.`);
          showConfig(output, problem, note);
          showDamage(output, damage);
          showDrops(output, drops, daemon !== null);
          showSize(output, stored, retention.quota);
          for (const summary of open) {
            output.line(submissionLine(output, summary, store.ledger.view(summary.id), Date.now()));
          }
          output.line(
            STATES.filter((state) => counts[state] > 0)
              .map((state) => `${counts[state]} ${state}`)
              .join(', ') || 'Nothing was submitted yet.',
          );
          return damage.length > 0 ? EXIT.fault : EXIT.done;
        }),
      ),
  );
}

/** Where programs with the token may call; null: by the socket alone. */
async function httpOf(
  repo: Repository,
): Promise<{ readonly url: string; readonly tokenFile: string } | null> {
  const url = (await daemonStatus(repo))?.http ?? null;
  return url === null ? null : { url, tokenFile: tokenFile(repo.stateDir) };
}

function showSize(output: Output, bytes: number, quota: number): void {
  if (bytes <= quota) return;
  const text = `The store holds ${Math.round(bytes / 1024 / 1024)} MB, over its quota (retention.quota).`;
  output.line(output.style('yellow', text));
}

/** Bytes that can be read through without making anybody wait; a larger store is `doctor`'s to check. */
const QUICKLY_CHECKED = 64 * 1024 * 1024;

const damageOf = (store: Store, bytes: number): readonly string[] =>
  bytes > QUICKLY_CHECKED ? [] : store.check();

function showDamage(output: Output, damage: readonly string[]): void {
  // SQLite says in which database it looked before it says what it found.
  const [found] = damage
    .flatMap((text) => text.split('\n'))
    .filter((line) => !line.startsWith('*'));
  if (damage.length === 0) return;
  output.line(
    output.style(
      'red',
      `The store is damaged (${printable(found ?? 'not readable')}): what was submitted may be lost or wrong; \`sallyport doctor\` says what to do.`,
    ),
  );
}

const SHOWN_DROPS = 5;

function showDrops(output: Output, drops: readonly UnacceptedDrop[], hasDaemon: boolean): void {
  const say = (words: string, some: readonly UnacceptedDrop[], next: string): void => {
    if (some.length === 0) return;
    const names = some.slice(0, SHOWN_DROPS).map(({ name }) => printable(JSON.stringify(name)));
    const more = some.length > names.length ? [`and ${some.length - names.length} more`] : [];
    output.line(output.style('yellow', `${words}: ${[...names, ...more].join(', ')}; ${next}.`));
  };
  say(
    'Dropped and not accepted yet',
    drops.filter(({ why }) => why !== 'no-file'),
    hasDaemon
      ? 'if that lasts, the daemon says why in its log'
      : 'a daemon takes them in (`sallyport start`)',
  );
  const others = drops.filter(({ why }) => why === 'no-file');
  say('Left alone in the inbox', others, 'only files are taken in');
}

function heading(
  output: Output,
  repo: Repository,
  { head, daemon }: { head: string | null; daemon: ReturnType<typeof runningDaemon> },
): void {
  output.line(
    `${output.style('bold', repo.worktree)} on ${head?.replace('refs/heads/', '') ?? 'a detached HEAD'}`,
  );
  output.line(
    daemon === null
      ? output.style('yellow', 'No daemon runs; `sallyport start` starts one.')
      : `Daemon: process ${daemon.pid}, version ${daemon.version}, up ${ageOf(Date.now() - daemon.startedAt)}.`,
  );
}

function countsOf(store: Store): Record<State, number> {
  const counts = Object.fromEntries(STATES.map((state) => [state, 0])) as Record<State, number>;
  for (const { state } of store.ledger.list()) counts[state] += 1;
  return counts;
}

/** The config in force; one that cannot be read is worth a line, not the whole status. */
async function configOf(
  repo: Repository,
): Promise<{ readonly config: Config; readonly problem: string | null }> {
  try {
    return { config: await headConfig(repo), problem: null };
  } catch (error) {
    if (!isFault(error) || error.code !== 'config-invalid') throw error;
    return { config: DEFAULT_CONFIG, problem: error.message };
  }
}

function showConfig(output: Output, problem: string | null, note: string | null): void {
  if (problem !== null) {
    output.line(
      output.style('red', 'The config in force is not valid, and nothing lands until it is:'),
    );
    for (const line of problem.split('\n')) output.line(`  ${printable(line)}`);
  }
  if (note !== null) output.line(output.style('yellow', printable(note)));
}
