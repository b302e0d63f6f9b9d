import {
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '../core/model/fault.ts';
import type { McpClient } from './mcp-clients/mcp-client.ts';
import { MCP_CLIENTS } from './mcp-clients/mcp-clients.ts';
import { serverStart } from './mcp-clients/server-command.ts';
import { printable, type Output } from './output.ts';

/** How a registration is made. */
export interface InstallOptions {
  /** Only shows what it would be. */
  readonly isPrinted: boolean;
  /** Replaces another registration of the same name. */
  readonly isForced: boolean;
  /** The server may start a daemon. */
  readonly mayStart: boolean;
}

/** The client of a name. Throws `Fault` usage for none. */
export function requireClient(name: string | undefined): McpClient {
  const client = MCP_CLIENTS.find((one) => one.name === name);
  if (client !== undefined) return client;
  const known = MCP_CLIENTS.map((one) => one.name).join(', ');
  throw new Fault(
    'usage',
    name === undefined ? 'no client was named' : `there is no client ${JSON.stringify(name)} here`,
    { hint: `name one of ${known}; any other takes the command \`sallyport mcp\`` },
  );
}

/** What a registration came to. `text` is what was only printed; null: `file` holds it. */
export interface Registration {
  readonly client: string;
  readonly title: string;
  readonly file: string;
  readonly written: boolean;
  readonly text: string | null;
  /** False: it names paths of this machine. */
  readonly isPortable: boolean;
}

/** Registers the server with a client, in its file of one checkout. Throws `Fault` usage where that file is in the way. */
export function installMcp(
  worktree: string,
  client: McpClient,
  { isPrinted, isForced, mayStart }: InstallOptions,
): Registration {
  const server = serverStart(worktree, client, mayStart ? ['--start'] : []);
  const { isPortable } = server;
  const file = join(worktree, client.file);
  const about = { client: client.name, title: client.title, file, isPortable };
  if (isPrinted) return { ...about, written: false, text: client.render(server) };
  const before = textOf(file);
  const made = client.register(before, server, isForced);
  if (!('text' in made)) {
    throw new Fault('usage', `${file} was left as it is: ${made.message}`, { hint: made.hint });
  }
  const written = made.text !== before;
  if (written) write(file, made.text);
  return { ...about, written, text: null };
}

/** The same for people. */
export function tellRegistered(
  output: Output,
  { title, file, written, text, isPortable }: Registration,
): void {
  if (text !== null) {
    output.message(`For ${title}, in ${printable(file)}:`);
    output.line(text.trimEnd());
    return;
  }
  output.line(
    written
      ? `Registered with ${title} in ${printable(file)}.`
      : `${printable(file)} has it already.`,
  );
  if (!isPortable) {
    output.message(
      'It names paths of this machine: whoever shares the repository runs this for themselves.',
    );
  }
  output.message(`Restart ${title} there, and let it use the server where it asks.`);
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Whole or not at all; a link stays one. */
function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const isThere = statSync(file, { throwIfNoEntry: false });
  const place = isThere === undefined ? file : realpathSync(file);
  const draft = `${place}.${process.pid}.tmp`;
  writeFileSync(draft, text, { flag: 'wx', mode: isThere?.mode ?? 0o666 });
  renameSync(draft, place);
}
