import type { McpClient, ServerCommand } from './mcp-client.ts';
import { registerJson } from './register-json.ts';
import { registerToml, tomlBlock } from './register-toml.ts';

/** A client that keeps its servers as JSON under a key. */
function jsonClient(
  about: Pick<McpClient, 'name' | 'title' | 'file' | 'folderVariable'>,
  key: string,
  entryOf: (server: ServerCommand) => Readonly<Record<string, unknown>>,
): McpClient {
  return {
    ...about,
    render: (server) => rendered(key, entryOf(server)),
    register: (text, server, isForced) => registerJson(text, key, entryOf(server), isForced),
  };
}

function rendered(key: string, entry: Readonly<Record<string, unknown>>): string {
  const made = registerJson(null, key, entry, false);
  if (!('text' in made)) throw new TypeError(made.message);
  return made.text;
}

const plain = ({ command, args }: ServerCommand) => ({ command, args: [...args] });
const typed = (server: ServerCommand) => ({ type: 'stdio', ...plain(server) });

/** Every client that a registration can be written for. A new one is an entry here. */
export const MCP_CLIENTS: readonly McpClient[] = [
  jsonClient(
    { name: 'claude-code', title: 'Claude Code', file: '.mcp.json', folderVariable: null },
    'mcpServers',
    typed,
  ),
  {
    name: 'codex',
    title: 'Codex',
    file: '.codex/config.toml',
    folderVariable: null,
    render: tomlBlock,
    register: registerToml,
  },
  jsonClient(
    {
      name: 'cursor',
      title: 'Cursor',
      file: '.cursor/mcp.json',
      folderVariable: '${workspaceFolder}',
    },
    'mcpServers',
    plain,
  ),
  jsonClient(
    {
      name: 'vscode',
      title: 'VS Code',
      file: '.vscode/mcp.json',
      folderVariable: '${workspaceFolder}',
    },
    'servers',
    typed,
  ),
];
