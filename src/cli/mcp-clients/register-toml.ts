import { parse } from 'smol-toml';
import { isDeepStrictEqual } from 'node:util';
import { SERVER_NAME, type RegistrationProblem, type ServerCommand } from './mcp-client.ts';

const BEGIN = '# sallyport:begin (written by `sallyport mcp install codex`)';
const END = '# sallyport:end';
const BLOCK = /^# sallyport:begin\b.*\n(?:.*\n)*?# sallyport:end[^\n]*\n?/m;

/** Seconds: a first start builds caches, and `wait` lasts up to 45. */
const TIMES = { startup_timeout_sec: 20, tool_timeout_sec: 90 };

/** The registration between marks, by which it is found again. */
export function tomlBlock({ command, args }: ServerCommand): string {
  return [
    BEGIN,
    `[mcp_servers.${SERVER_NAME}]`,
    `command = ${JSON.stringify(command)}`,
    `args = [${args.map((one) => JSON.stringify(one)).join(', ')}]`,
    `startup_timeout_sec = ${TIMES.startup_timeout_sec}`,
    `tool_timeout_sec = ${TIMES.tool_timeout_sec}`,
    END,
    '',
  ].join('\n');
}

/** Appends the registration to TOML; everything before it stays byte for byte. */
export function registerToml(
  text: string | null,
  server: ServerCommand,
  isForced: boolean,
): { readonly text: string } | RegistrationProblem {
  const before = text ?? '';
  const block = tomlBlock(server);
  const standing = serverIn(before);
  if (standing === 'unreadable') {
    return { message: 'it is not valid TOML', hint: 'mend the file first' };
  }
  const wanted = { command: server.command, args: [...server.args], ...TIMES };
  if (isDeepStrictEqual(standing, wanted)) return { text: before };
  if (standing !== null && !(isForced && BLOCK.test(before))) {
    return {
      message: `it registers another "${SERVER_NAME}" already`,
      hint: BLOCK.test(before)
        ? '`--force` replaces that table; `--print` shows this one'
        : 'take that table out first; `--print` shows this one',
    };
  }
  const rest = before.replace(BLOCK, '');
  const gap = rest === '' || rest.endsWith('\n\n') ? '' : rest.endsWith('\n') ? '\n' : '\n\n';
  const after = rest + gap + block;
  if (isDeepStrictEqual(serverIn(after), wanted)) return { text: after };
  return {
    message: 'a table cannot be appended to what it holds',
    hint: 'add what `--print` shows by hand',
  };
}

/** The registration that stands in a text; null: none. */
function serverIn(text: string): unknown {
  try {
    const { mcp_servers: servers } = parse(text);
    if (typeof servers !== 'object' || servers === null || !(SERVER_NAME in servers)) return null;
    const found = (servers as Readonly<Record<string, unknown>>)[SERVER_NAME];
    return typeof found === 'object' && found !== null ? { ...found } : found;
  } catch {
    return 'unreadable';
  }
}
