/** Variables that agents set. The shim of `commit-msg` knows them too. */
export const AGENT_NAMES: ReadonlySet<string> = new Set([
  'AGENT',
  'AI_AGENT',
  'SALLYPORT_AGENT',
  'CLAUDECODE',
  'CURSOR_AGENT',
  'CURSOR_TRACE_ID',
  'GEMINI_CLI',
  'REPL_ID',
  'REPLIT_AGENT',
  'AUGMENT_AGENT',
  'GOOSE_TERMINAL',
  'AMP_CURRENT_THREAD_ID',
  'CLINE_ACTIVE',
  'ROO_ACTIVE',
  'QWEN_CODE',
  'WARP_AGENT',
  'JUNIE_CLI',
]);

/** How the names of whole families of them begin. */
export const AGENT_PREFIXES: readonly string[] = [
  'CLAUDE_CODE_',
  'CODEX_',
  'AIDER_',
  'OPENCODE',
  'COPILOT_AGENT',
  'WINDSURF_',
  'OPENHANDS_',
  'DEVIN_',
  'KILOCODE_',
];

/** Variables of these families that people set for good in their own shell: they say nothing about who runs it. */
const SETTINGS: ReadonlySet<string> = new Set([
  'CODEX_HOME',
  'OPENCODE_CONFIG',
  'OPENCODE_CONFIG_DIR',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
  'CLAUDE_CODE_MAX_OUTPUT_TOKENS',
]);

/** True for the name of a variable that a coding agent sets, or reads. */
export const isAgentVariable = (name: string): boolean =>
  AGENT_NAMES.has(name) || AGENT_PREFIXES.some((prefix) => name.startsWith(prefix));

/**
 * Names of the variables present that say a coding agent runs this process, sorted; empty where a person seems to. A
 * guard against accident only: whoever wants to can unset them.
 */
export const agentVariables = (
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] =>
  Object.keys(env)
    .filter((name) => isAgentVariable(name) && !SETTINGS.has(name) && isSet(env[name]))
    .sort();

const isSet = (value: string | undefined): boolean =>
  value !== undefined && value !== '' && value !== '0' && value.toLowerCase() !== 'false';
