import { Fault } from '../../core/model/fault.ts';
import { logFile } from '../../daemon/logger.ts';
import { startRuntime, type Runtime } from '../../daemon/runtime.ts';
import { crashPoint } from '../../daemon/crash-point.ts';
import { headBranch, tipOf } from '../../git/refs.ts';
import type { Repository } from '../../git/repository.ts';
import { headConfig } from '../head-config.ts';
import { logLine } from '../../reporters/log.ts';
import { checkoutConfigNote } from '../config-in-force.ts';
import type { CliContext, GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { runningDaemon } from '../daemon-client.ts';
import { detachDaemon } from '../detach-daemon.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { printable, type Output } from '../output.ts';
import { offerTrust } from '../trust-config.ts';
import { repositoryOf } from '../workspace.ts';
import { CONFIG_FILE, DEFAULT_HTTP_PORT } from '../../config/defaults.ts';
import { tokenFile } from '../../intake/http/http-token.ts';

interface StartOptions extends GlobalOptions {
  readonly detach?: boolean;
  /** True: the flag without a port. */
  readonly http?: string | true;
}

/** `start`: guards a repository until stopped. */
export function addStart(host: CommandHost): void {
  addCommand(
    host,
    'start',
    'guard the repository: watch the inbox and work the queue until stopped',
  )
    .option('--detach', 'run in the background')
    .option('--http [port]', 'listen on a port of 127.0.0.1 too, for programs with the token')
    .action((options: StartOptions) =>
      runAction(host, options, async ({ context, output }) => {
        const repo = await repositoryOf(context, options);
        const running = runningDaemon(repo);
        if (running !== null) {
          throw new Fault(
            'already-running',
            `a daemon already guards this repository (process ${running.pid})`,
            {
              hint: '`sallyport status` shows it, `sallyport stop` stops it',
            },
          );
        }
        const config = await headConfig(repo);
        await requireTarget(repo, config.target);
        await offerTrust(repo, config, { context, options, output });
        await tellHooks(repo, output);
        const port = portOf(options.http);
        return options.detach === true
          ? background(context, repo, output, port)
          : guard(context, repo, output, port);
      }),
    );
}

/** The hooks that are installed hear what the config says by now. */
async function tellHooks(repo: Repository, output: Output): Promise<void> {
  const { refreshGuard, isGuardMissing } = await import('../../hook/install/refresh-guard.ts');
  const inForce = await refreshGuard(repo);
  if (inForce !== null && (await isGuardMissing(repo, inForce))) {
    output.message(
      'The config turns the guard on, and its hook is not there: run `sallyport hook install`.',
    );
  }
}

/** Without a branch there is nothing to land on. */
async function requireTarget(repo: Repository, configured: string | null): Promise<void> {
  if (configured !== null || (await headBranch(repo)) !== null) return;
  throw new Fault('detached-head', 'HEAD is detached here, so there is no branch to land on', {
    hint: `check a branch out, or name one as "target" in ${CONFIG_FILE}`,
  });
}

/** The port that was asked for; null: none was. Throws `Fault` usage for what is no port. */
function portOf(option: string | true | undefined): number | null {
  if (option === undefined) return null;
  if (option === true) return DEFAULT_HTTP_PORT;
  const port = Number(option);
  if (/^\d{1,5}$/.test(option) && port <= 65_535) return port;
  throw new Fault('usage', `--http takes a port, not ${JSON.stringify(option)}`, {
    hint: `give a number up to 65535, or nothing for ${DEFAULT_HTTP_PORT}`,
  });
}

async function background(
  context: CliContext,
  repo: Repository,
  output: Output,
  port: number | null,
): Promise<ExitCode> {
  const instance = await detachDaemon(context, repo, port);
  output.document({ repository: repo.worktree, daemon: instance, log: logFile(repo.stateDir) });
  output.line(`Guarding ${repo.worktree} in the background (process ${instance.pid}).`);
  output.message(
    `Log: ${logFile(repo.stateDir)}. \`sallyport status\` shows it, \`sallyport stop\` stops it.`,
  );
  return EXIT.done;
}

async function guard(
  context: CliContext,
  repo: Repository,
  output: Output,
  port: number | null,
): Promise<ExitCode> {
  const runtime = await startRuntime({
    repo,
    env: context.env,
    hasDoors: true,
    ...(port === null ? {} : { httpPort: port }),
    onEvent: (recorded, { name }) => output.message(printable(logLine(recorded, name))),
    onLandingStep: crashPoint(context.env),
  });
  await greet(repo, runtime, output);
  const stop = (): void => void runtime.stop();
  context.signal.addEventListener('abort', stop, { once: true });
  if (context.signal.aborted) stop();
  await runtime.stopped;
  output.message('Stopped. What was not finished goes on at the next start.');
  return EXIT.done;
}

async function greet(repo: Repository, runtime: Runtime, output: Output): Promise<void> {
  const { config, recovery, inbox, httpUrl } = runtime;
  // Whoever reads that it guards may do anything from then on: the repository is asked before.
  const head = await headBranch(repo);
  const note = head === null ? null : await checkoutConfigNote(repo, await tipOf(repo, head));
  const target = config.target ?? head?.replace('refs/heads/', '') ?? 'a branch';
  const http = httpUrl === null ? null : { url: httpUrl, tokenFile: tokenFile(repo.stateDir) };
  output.document({ repository: repo.worktree, inbox, target, pid: process.pid, http, recovery });
  output.line(`Guarding ${output.style('bold', target)} of ${repo.worktree}.`);
  output.line(
    `Save a model's response into ${inbox} and it is applied, checked, and landed or answered.`,
  );
  if (http !== null) output.message(`HTTP: ${http.url}, with the token in ${http.tokenFile}.`);
  const gates = config.gates.map(({ name }) => name);
  output.message(
    gates.length > 0
      ? `Gates: ${gates.join(', ')}.`
      : 'Gates: syntax and policies only; `sallyport init` detects your tests and writes a config.',
  );
  if (recovery.requeued + recovery.rolledBack + recovery.rolledForward > 0) {
    output.message(
      `Recovered: ${recovery.rolledForward} landings finished, ${recovery.rolledBack} undone, ${recovery.requeued} submissions taken up again.`,
    );
  }
  if (note !== null) output.message(printable(note));
}
