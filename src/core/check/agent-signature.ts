/** What a commit says of who made it. */
export interface CommitSignature {
  readonly name: string;
  readonly email: string;
  readonly message: string;
}

/** Addresses that coding agents sign with, as an author or as a co-author. */
export const AGENT_ADDRESSES: ReadonlyMap<string, string> = new Map([
  ['noreply@anthropic.com', 'claude'],
  ['claude@anthropic.com', 'claude'],
  ['cursoragent@cursor.com', 'cursor'],
  ['copilot@github.com', 'copilot'],
  ['noreply@openai.com', 'codex'],
  ['codex@openai.com', 'codex'],
  ['aider@aider.chat', 'aider'],
  ['noreply@aider.chat', 'aider'],
  ['openhands@all-hands.dev', 'openhands'],
  ['noreply@opencode.ai', 'opencode'],
  ['amp@ampcode.com', 'amp'],
  ['crush@charm.land', 'crush'],
  ['droid@factory.ai', 'droid'],
  ['noreply@kiro.dev', 'kiro'],
  ['noreply@continue.dev', 'continue'],
  ['noreply@tabnine.com', 'tabnine'],
  ['qwen-coder@alibabacloud.com', 'qwen-coder'],
  ['traecli@bytedance.com', 'trae'],
  ['cascade@windsurf.ai', 'windsurf'],
  ['agent@replit.com', 'replit'],
]);

/** Names of the accounts that agents have on forges; the number before them differs from account to account. */
export const AGENT_ACCOUNTS: ReadonlyMap<string, string> = new Map([
  ['copilot', 'copilot'],
  ['copilot[bot]', 'copilot'],
  ['copilot-swe-agent[bot]', 'copilot'],
  ['claude[bot]', 'claude'],
  ['anthropic-claude[bot]', 'claude'],
  ['claude-code-action[bot]', 'claude'],
  ['cursor[bot]', 'cursor'],
  ['openai-codex[bot]', 'codex'],
  ['chatgpt-codex-connector[bot]', 'codex'],
  ['gemini-code-assist[bot]', 'gemini'],
  ['google-labs-jules[bot]', 'jules'],
  ['amazon-q-developer[bot]', 'amazon-q'],
  ['devin-ai-integration[bot]', 'devin'],
  ['opencode-agent[bot]', 'opencode'],
  ['factory-droid[bot]', 'droid'],
  ['roomote[bot]', 'roo'],
  ['cline[bot]', 'cline'],
  ['continue[bot]', 'continue'],
  ['jetbrains-ai[bot]', 'junie'],
  ['sweep-ai[bot]', 'sweep'],
]);

const FORGE_ADDRESS = /^(?:\d+\+)?(.+)@users\.noreply\.(?:github|gitlab)\.com$/;
/** One agent adds itself to the name of the person it works for. */
const NAME_WITH_AGENT = /\((aider)\)\s*$/i;
const CO_AUTHOR = /^co-authored-by:\s*(.*?)\s*<([^<>\n]*)>\s*$/i;
/** Trailers that name an agent as their value, or that only an agent's harness writes. */
const NAMING = /^(?:assisted-by|generated-by|ai-agent|sallyport-agent):\s*(\S.*)$/i;
const HARNESS: readonly (readonly [pattern: RegExp, agent: string])[] = [
  [/^amp-thread-id:\s*\S/i, 'amp'],
  [/^claude-session:\s*\S/i, 'claude'],
  [/^replit-commit-session-id:\s*\S/i, 'replit'],
  [/^\W*generated (?:with|by) \[?claude code\b/i, 'claude'],
  [/^\W*generated (?:with|by) \[?opencode\b/i, 'opencode'],
  [/^\W*generated (?:with|by) \[?amp\]?\s*(?:\(|$)/i, 'amp'],
  [/^\W*generated (?:with|by) \[?crush\b/i, 'crush'],
  [/^\W*generated (?:with|by) \[?codex\b/i, 'codex'],
  [/^\W*generated (?:with|by) \[?devin\b/i, 'devin'],
];

/** A longer message is not read to its end. */
const MAX_LINES = 2000;

/**
 * The agent that made a commit, by its author or by what the message says in lines of their own; null where a person
 * seems to have. A guard against accident only: whoever wants to can leave these out.
 */
export function agentInCommit({ name, email, message }: CommitSignature): string | null {
  const own = agentOfAddress(email) ?? NAME_WITH_AGENT.exec(name)?.[1]?.toLowerCase() ?? null;
  if (own !== null) return own;
  for (const line of message.split('\n', MAX_LINES)) {
    const found = agentInLine(line.trim());
    if (found !== null) return found;
  }
  return null;
}

function agentInLine(line: string): string | null {
  const [, coName = '', coEmail = ''] = CO_AUTHOR.exec(line) ?? [];
  const coAuthor = agentOfAddress(coEmail) ?? NAME_WITH_AGENT.exec(coName)?.[1]?.toLowerCase();
  if (coAuthor !== undefined && coAuthor !== null) return coAuthor;
  const named = NAMING.exec(line)?.[1];
  if (named !== undefined) return named.slice(0, 100).trim().toLowerCase();
  return HARNESS.find(([pattern]) => pattern.test(line))?.[1] ?? null;
}

function agentOfAddress(email: string): string | null {
  const address = email.trim().toLowerCase();
  const account = FORGE_ADDRESS.exec(address)?.[1];
  return (
    AGENT_ADDRESSES.get(address) ??
    (account === undefined ? null : (AGENT_ACCOUNTS.get(account) ?? null))
  );
}
