import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { LAUNCHER } from '../../hook/launcher.ts';
import type { McpClient, ServerCommand } from './mcp-client.ts';

/** How a client starts the server of a checkout, and whether that is so on every machine. */
export interface ServerStart extends ServerCommand {
  readonly isPortable: boolean;
}

/**
 * The project's own copy where it has one and the client can name the project's folder; else this very runtime and
 * launcher, by absolute paths. Never `npx`, whose first start takes longer than clients wait.
 */
export function serverStart(
  worktree: string,
  { folderVariable }: Pick<McpClient, 'folderVariable'>,
  extra: readonly string[],
): ServerStart {
  const args = ['mcp', ...extra];
  const local = join(worktree, 'node_modules', '.bin', 'sallyport');
  if (folderVariable !== null && existsSync(local)) {
    const command = `${folderVariable}/${relative(worktree, local).replaceAll('\\', '/')}`;
    return { command, args, isPortable: true };
  }
  return { command: process.execPath, args: [LAUNCHER, ...args], isPortable: false };
}
