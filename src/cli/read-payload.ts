import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Fault } from '../core/model/fault.ts';
import type { CliContext } from './cli-context.ts';

/** A response from a file, or from standard input for `-` or nothing. */
export interface ReadPayload {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Bytes read at most; the limit of a response is the config's, this bounds memory before it is known. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads the response that a command is about. Throws `Fault` usage where it cannot. */
export async function readPayload(
  context: CliContext,
  file: string | undefined,
): Promise<ReadPayload> {
  if (file !== undefined && file !== '-')
    return { name: basename(file), bytes: await readNamed(context, file) };
  if (context.stdin.isTTY === true) {
    context.stderr.write('Paste the response, then press Ctrl-D on a line of its own.\n');
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of context.stdin) {
    const bytes = Buffer.from(chunk as Uint8Array);
    length += bytes.length;
    if (length > MAX_BYTES) throw tooLarge('standard input');
    chunks.push(bytes);
  }
  return { name: 'stdin', bytes: Buffer.concat(chunks) };
}

async function readNamed(context: CliContext, file: string): Promise<Uint8Array> {
  try {
    const bytes = await readFile(resolve(context.cwd, file));
    if (bytes.length > MAX_BYTES) throw tooLarge(file);
    return bytes;
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault('usage', `cannot read the response: ${whyUnread(file, error)}`, {
      hint: 'name a file that holds the response, or `-` to read standard input',
      cause: error,
    });
  }
}

function whyUnread(file: string, error: unknown): string {
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case 'ENOENT':
      return `there is no ${file}`;
    case 'EISDIR':
      return `${file} is a folder`;
    case 'EACCES':
    case 'EPERM':
      return `${file} may not be read`;
    default:
      return `${file}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const tooLarge = (name: string): Fault =>
  new Fault('usage', `${name} is larger than ${MAX_BYTES} bytes: that is no response`);
