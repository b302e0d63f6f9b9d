import type { SandboxRequest } from './sandbox.ts';
import type { SandboxLayout } from './sandbox-layout.ts';

/**
 * The profile of macOS's `sandbox-exec` for one command. Of two rules that fit, the later one holds: so everything is
 * allowed, then writing, the network and the home folder are denied, then what is needed of them is given back.
 */
export function sandboxExecProfile(
  request: SandboxRequest,
  layout: SandboxLayout,
  temporary: string,
): string {
  const readable = [...layout.toolchains, ...request.readOnly, request.worktree];
  const writable = [request.worktree, temporary, '/private/tmp', '/private/var/tmp', '/dev'];
  return [
    '(version 1)',
    '(allow default)',
    ...(request.hasNetwork ? [] : NO_NETWORK),
    '(deny file-write*)',
    ...writable.map((path) => `(allow file-write* (subpath ${quoted(path)}))`),
    ...(layout.home === null
      ? []
      : [
          `(deny file-read* (subpath ${quoted(layout.home)}))`,
          `(allow file-read-metadata (subpath ${quoted(layout.home)}))`,
        ]),
    ...readable.map((path) => `(allow file-read* (subpath ${quoted(path)}))`),
    ...[...request.hidden, ...layout.secrets].map(
      (path) => `(deny file-read* (subpath ${quoted(path)}))`,
    ),
  ].join('\n');
}

/** The machine itself stays reachable, as it does in a network namespace: tests start servers. */
const NO_NETWORK = [
  '(deny network*)',
  '(allow network-bind (local ip "localhost:*"))',
  '(allow network-inbound (local ip "localhost:*"))',
  '(allow network-outbound (remote ip "localhost:*"))',
];

const quoted = (path: string): string => `"${path.replace(/[\\"]/g, '\\$&')}"`;
