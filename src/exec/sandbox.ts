import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { bubblewrapArguments } from './bubblewrap-arguments.ts';
import { runProcess } from './run-process.ts';
import { systemLayout } from './sandbox-layout.ts';
import { sandboxExecProfile } from './sandbox-exec-profile.ts';

/** A command to confine. Paths are absolute and resolved; the environment is the whole of it. */
export interface SandboxRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The one place that may be written, besides private temporary folders. */
  readonly worktree: string;
  /** Readable besides the system and the tool chains: linked dependencies, git directories. */
  readonly readOnly: readonly string[];
  /** Folders inside the readable ones that must not be seen. */
  readonly hidden: readonly string[];
  readonly hasNetwork: boolean;
  /** What the command may take of the machine's memory: of it, files in temporary folders get a part. */
  readonly memoryBytes?: number | undefined;
}

export interface SandboxedCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** See `ProcessRequest`. */
  readonly announces?: boolean;
}

/** A way to confine a command on this machine: it was seen to work. */
export interface Sandbox {
  readonly name: 'bubblewrap' | 'sandbox-exec';
  /** False where files in the command's temporary folders take memory without a bound. */
  readonly boundsFiles: boolean;
  /** True: when a run of it has ended, so has all that the command started, but where that run says otherwise. */
  readonly endsAll: boolean;
  readonly wrap: (request: SandboxRequest) => SandboxedCommand;
}

/** `reason` says in words why there is none. */
export type SandboxProbe =
  { readonly sandbox: Sandbox } | { readonly sandbox: null; readonly reason: string };

const PROBE_MS = 15_000;
const PROBE_BYTES = 1 << 26;

/** Variables that point to folders which a confined command does not see. */
const UNSEEN = /^(?:XDG_|GOCACHE$|TMPDIR$|TEMP$|TMP$)/;

/** `hasSizes`: it can bound folders that lie in memory, which older versions cannot. */
const bubblewrap = (hasSizes: boolean): Sandbox => ({
  name: 'bubblewrap',
  boundsFiles: hasSizes,
  // It has a process namespace of its own, whose first process ends last, and is announced.
  endsAll: true,
  wrap: (request) => ({
    command: 'bwrap',
    args: bubblewrapArguments(
      withExisting(hasSizes ? request : { ...request, memoryBytes: undefined }),
      systemLayout(request.env),
    ),
    env: { ...withoutUnseen(request.env), TMPDIR: '/tmp' },
    announces: true,
  }),
});

const sandboxExec: Sandbox = {
  name: 'sandbox-exec',
  boundsFiles: true,
  endsAll: false,
  wrap: (request) => ({
    command: '/usr/bin/sandbox-exec',
    args: [
      '-p',
      sandboxExecProfile(request, systemLayout(request.env), tmpdir()),
      request.command,
      ...request.args,
    ],
    env: { ...request.env, TMPDIR: tmpdir() },
  }),
};

/**
 * Finds the sandbox of this machine and really runs `true` in it: a kernel or a security module may forbid what is
 * installed. `env` is the environment that gates get.
 */
export async function probeSandbox(env: Readonly<Record<string, string>>): Promise<SandboxProbe> {
  if (process.platform === 'linux') {
    const probe = await tryOut(bubblewrap(true), env);
    const isOld = probe.sandbox === null && /unknown option/i.test(probe.reason);
    return isOld ? tryOut(bubblewrap(false), env) : probe;
  }
  if (process.platform === 'darwin') return tryOut(sandboxExec, env);
  return { sandbox: null, reason: `no sandbox is known for ${process.platform}` };
}

async function tryOut(
  sandbox: Sandbox,
  env: Readonly<Record<string, string>>,
): Promise<SandboxProbe> {
  const program = existsSync('/usr/bin/true') ? '/usr/bin/true' : '/bin/true';
  const wrapped = sandbox.wrap({
    command: program,
    args: [],
    env,
    worktree: '/usr',
    readOnly: [],
    hidden: [],
    hasNetwork: false,
    memoryBytes: PROBE_BYTES,
  });
  const end = await runProcess({
    ...wrapped,
    cwd: '/',
    timeoutMs: PROBE_MS,
    maxOutputBytes: 4096,
  });
  if (end.ended === 'exit' && end.code === 0) return { sandbox };
  if (end.ended === 'could-not-start') {
    return { sandbox: null, reason: `${sandbox.name} is not installed` };
  }
  const said = end.stderr.toString().trim().split('\n')[0] ?? '';
  return { sandbox: null, reason: `${sandbox.name} does not work here: ${said || end.ended}` };
}

/** A folder that is not there cannot be mounted, and need not be. */
const withExisting = (request: SandboxRequest): SandboxRequest => ({
  ...request,
  readOnly: request.readOnly.filter((path) => existsSync(path)),
  hidden: request.hidden.filter((path) => existsSync(path)),
});

const withoutUnseen = (env: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !UNSEEN.test(name)));
