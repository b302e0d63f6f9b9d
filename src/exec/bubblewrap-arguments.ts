import type { SandboxRequest } from './sandbox.ts';
import type { SandboxLayout } from './sandbox-layout.ts';

/**
 * The arguments of `bwrap` for one command: namespaces of its own, no capabilities, the system and the tool chains
 * read-only, private temporary and home folders, one folder that may be written. The environment is passed by the
 * process itself, not in arguments that everybody on the machine can list.
 */
export function bubblewrapArguments(
  request: SandboxRequest,
  layout: SandboxLayout,
): readonly string[] {
  return [
    '--unshare-all',
    ...(request.hasNetwork ? ['--share-net'] : []),
    // The end of bwrap is the end of everything inside, also of what made a session of its own.
    '--die-with-parent',
    '--new-session',
    // That end comes after bwrap's own: this tells whose it is.
    '--info-fd',
    '3',
    '--cap-drop',
    'ALL',
    ...layout.system.flatMap((path) => ['--ro-bind', path, path]),
    ...layout.links.flatMap(({ path, to }) => ['--symlink', to, path]),
    ...(request.hasNetwork ? layout.network.flatMap((path) => ['--ro-bind', path, path]) : []),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    ...inMemory('/dev/shm', request, 1 / 16),
    ...inMemory('/tmp', request, 1 / 4),
    ...inMemory('/var/tmp', request, 1 / 16),
    ...(layout.home === null ? [] : inMemory(layout.home, request, 1 / 4)),
    ...mounts(request, layout),
    ...layout.secrets.flatMap((path) => ['--ro-bind', '/dev/null', path]),
    // What holds the mounts lies in memory too.
    '--remount-ro',
    '/dev',
    '--remount-ro',
    '/',
    '--chdir',
    request.worktree,
    '--',
    request.command,
    ...request.args,
  ];
}

/** A private folder in memory, of a part of what the command may take. */
const inMemory = (
  path: string,
  { memoryBytes }: SandboxRequest,
  part: number,
): readonly string[] => [
  ...(memoryBytes === undefined ? [] : ['--size', String(Math.ceil(memoryBytes * part))]),
  '--tmpfs',
  path,
];

/** A later mount covers an earlier one, so that a folder must come before what is mounted inside it. */
function mounts(request: SandboxRequest, layout: SandboxLayout): readonly string[] {
  const readOnly = [...layout.toolchains, ...request.readOnly]
    .filter((path) => path !== request.worktree && path !== layout.home)
    .map((path) => ({ path, options: ['--ro-bind', path, path] }));
  const writable = {
    path: request.worktree,
    options: ['--bind', request.worktree, request.worktree],
  };
  const hidden = request.hidden.map((path) => ({
    path,
    options: inMemory(path, request, 1 / 64),
  }));
  const byPath = new Map([...readOnly, writable, ...hidden].map((mount) => [mount.path, mount]));
  return [...byPath.values()]
    .sort((a, b) => depth(a.path) - depth(b.path))
    .flatMap(({ options }) => options);
}

const depth = (path: string): number => path.split('/').length;
