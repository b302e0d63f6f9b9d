import { Fault } from '../../core/model/fault.ts';
import { agentVariables } from '../../exec/agent-environment.ts';
import { isBareRepository, openRepository, type Repository } from '../../git/repository.ts';
import type { CliContext, GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { printable } from '../output.ts';
import type { CommandBody } from '../run-command.ts';
import { resolve } from 'node:path';

const ACTIONS = ['install', 'uninstall', 'status', 'run'] as const;
type Action = (typeof ACTIONS)[number];
const LEVELS = ['off', 'warn', 'enforce'] as const;

interface HookOptions extends GlobalOptions {
  readonly guard?: string;
  readonly branch?: readonly string[];
}

interface Session {
  readonly context: CliContext;
  readonly options: HookOptions;
  readonly output: Parameters<CommandBody>[0]['output'];
  /** What follows the action. */
  readonly args: readonly string[];
}

/** `hook install|uninstall|status|run NAME`. What they need is loaded by the one that is called. */
export function addHook(host: CommandHost): void {
  addCommand(
    host,
    'hook <action> [args...]',
    'install: judge commits and pushes; uninstall: put everything back; status: whether git runs them; run NAME: what the hooks call',
  )
    .option('--guard <level>', 'on a server: off, warn or enforce')
    .option('--branch <name...>', 'on a server: the branches that are guarded')
    .action((text: string, args: readonly string[], options: HookOptions) =>
      runAction(host, options, async ({ context, output }) => {
        const action = ACTIONS.find((one) => one === text);
        if (action === undefined) {
          throw new Fault('usage', `hook takes ${ACTIONS.join(', ')}, not ${JSON.stringify(text)}`);
        }
        return RUN[action]({ context, options, output, args });
      }),
    );
}

const RUN: Readonly<Record<Action, (session: Session) => Promise<ExitCode>>> = {
  install,
  uninstall,
  status,
  run,
};

/** The repository, or the bare one, that a folder lies in. */
const repositoryForHooks = (context: CliContext, options: GlobalOptions): Promise<Repository> =>
  openRepository(resolve(context.cwd, options.repo ?? '.'), context.env, {
    needsCheckout: 'unless-bare',
  });

async function install({ context, options, output }: Session): Promise<ExitCode> {
  const repo = await repositoryForHooks(context, options);
  const level = LEVELS.find((one) => one === options.guard) ?? null;
  if (options.guard !== undefined && level === null) {
    const found = JSON.stringify(options.guard);
    throw new Fault('usage', `--guard takes ${LEVELS.join(', ')}, not ${found}`);
  }
  const branches = options.branch ?? [];
  if (!isBareRepository(repo) && (level !== null || branches.length > 0)) {
    throw new Fault(
      'usage',
      '--guard and --branch are for a bare repository, which receives pushes',
      {
        hint: 'in a checkout the config says what is guarded: "guard" and "target" in sallyport.config.json',
      },
    );
  }
  const [{ installHooks }, { installationDocument, installationLines }] = await Promise.all([
    import('../../hook/install/install-hooks.ts'),
    import('../render/show-hooks.ts'),
  ]);
  const done = await installHooks(repo, { level, branches });
  output.document(installationDocument(done));
  for (const line of installationLines(done)) output.line(printable(line));
  output.line('Next: sallyport hook status');
  return EXIT.done;
}

async function uninstall({ context, options, output }: Session): Promise<ExitCode> {
  const variables = agentVariables(context.env);
  if (variables.length > 0) {
    throw new Fault('usage', 'only a person takes the hooks out', {
      hint: `this runs inside a coding agent (${variables.join(', ')} is set): ask the person to run it`,
    });
  }
  const repo = await repositoryForHooks(context, options);
  const [{ removeHooks }, { removalLines }] = await Promise.all([
    import('../../hook/install/install-hooks.ts'),
    import('../render/show-hooks.ts'),
  ]);
  const done = await removeHooks(repo);
  output.document(done);
  for (const line of removalLines(done)) output.line(printable(line));
  return EXIT.done;
}

async function status({ context, options, output }: Session): Promise<ExitCode> {
  const repo = await repositoryForHooks(context, options);
  const [{ hooksStatus }, { statusLines }] = await Promise.all([
    import('../../hook/install/hook-status.ts'),
    import('../render/show-hooks.ts'),
  ]);
  const found = await hooksStatus(repo);
  output.document(found);
  for (const line of statusLines(found)) output.line(printable(line));
  const isRight = found.isInstalled && found.hooks.every(({ verdict }) => verdict !== 'silent');
  return isRight && found.guard.config === null ? EXIT.done : EXIT.usage;
}

/** As the shims call it, `main` takes a shorter way; this one is for whoever put an option before the name. */
async function run({ context, args }: Session): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === undefined) {
    throw new Fault('usage', 'hook run takes the name of a hook', {
      hint: 'for example: sallyport hook run pre-commit',
    });
  }
  const { runHookCommand } = await import('../run-hook-command.ts');
  return (await runHookCommand(context, name, rest)) as ExitCode;
}
