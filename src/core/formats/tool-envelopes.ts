/** Finds tool calls in the JSON of the common dialects and in what the model providers wrap round them. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** One call. `name` is null for arguments that stand alone; `args` is a string for a free-form tool. */
export interface ToolCall {
  readonly name: string | null;
  readonly args: JsonObject | string;
}

/** What a JSON value holds. `texts` are the assistant's own words in it, to be read as a response. */
export interface Collected {
  readonly calls: ToolCall[];
  readonly texts: string[];
  /** The provider says that the answer was cut off for its length. */
  isCut: boolean;
}

const MAX_DEPTH = 12;
const CUT = new Set([
  'length',
  'max_tokens',
  'MAX_TOKENS',
  'max_output_tokens',
  'incomplete',
  'model_length',
]);

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ARGUMENT_KEYS = [
  'arguments',
  'input',
  'args',
  'parameters',
  'params',
  'tool_input',
  'toolInput',
];
const NAME_KEYS = ['name', 'tool', 'tool_name', 'toolName', 'recipient_name', 'function_name'];

function argumentsIn(object: JsonObject): unknown {
  const key = ARGUMENT_KEYS.find((candidate) => object[candidate] !== undefined);
  return key === undefined ? undefined : object[key];
}

function nameIn(object: JsonObject): string | null {
  const key = NAME_KEYS.find((candidate) => typeof object[candidate] === 'string');
  return key === undefined ? null : String(object[key]);
}

function addCall(found: Collected, name: string | null, args: unknown): boolean {
  if (!isObject(args) && typeof args !== 'string') return false;
  found.calls.push({ name, args });
  return true;
}

function noteCut(found: Collected, object: JsonObject): void {
  for (const key of ['finish_reason', 'finishReason', 'stop_reason', 'stopReason', 'status']) {
    if (typeof object[key] === 'string' && CUT.has(object[key])) found.isCut = true;
  }
}

/** Keys whose value holds further parts of a provider's answer. */
const PARTS = [
  'choices',
  'message',
  'candidates',
  'content',
  'parts',
  'output',
  'tool_calls',
  'toolCalls',
  'tool_call',
  'function_call',
  'functionCall',
  'function',
  'tool_uses',
];

function addText(found: Collected, object: JsonObject): boolean {
  const isThought =
    object['thought'] === true || object['type'] === 'thinking' || object['type'] === 'reasoning';
  if (isThought) return true;
  const isText =
    object['type'] === 'text' ||
    object['type'] === 'output_text' ||
    Object.keys(object).length === 1;
  if (isText && typeof object['text'] === 'string') {
    found.texts.push(object['text']);
    return true;
  }
  const isAssistant = object['role'] === 'assistant' || object['role'] === 'model';
  if (isAssistant && typeof object['content'] === 'string') found.texts.push(object['content']);
  return false;
}

/** `["apply_patch", "*** Begin Patch..."]`, as a command or alone. */
function addCommand(found: Collected, command: unknown): boolean {
  if (!Array.isArray(command)) return false;
  const patch: unknown = command.find(
    (part) => typeof part === 'string' && part.includes('*** Begin Patch'),
  );
  return typeof patch === 'string' && addCall(found, 'apply_patch', patch);
}

function visitParts(found: Collected, object: JsonObject, depth: number): boolean {
  const parts = PARTS.map((key) => object[key]).filter(
    (part) => isObject(part) || Array.isArray(part),
  );
  for (const part of parts) visit(found, part, depth + 1);
  return parts.length > 0;
}

function visit(found: Collected, value: unknown, depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    if (!addCommand(found, value)) for (const item of value) visit(found, item, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  noteCut(found, value);
  if (addText(found, value)) return;
  if (value['method'] === 'tools/call' && isObject(value['params'])) {
    visit(found, value['params'], depth + 1);
    return;
  }
  const name = nameIn(value);
  const args = argumentsIn(value);
  if (name !== null && args !== undefined && addCall(found, name, args)) return;
  if (addCommand(found, value['command']) || addCommand(found, value['cmd'])) return;
  if (visitParts(found, value, depth)) return;
  // A name without arguments beside it is a tool's only where a path is given too: package manifests have names as well.
  const hasPath = Object.keys(value).some((key) =>
    /^(?:path|file_?path|file_?name|file|target_file)$/i.test(key),
  );
  found.calls.push({ name: hasPath ? name : null, args: value });
}

/** All calls and texts of a JSON value, in order. */
export function collectCalls(value: unknown): Collected {
  const found: Collected = { calls: [], texts: [], isCut: false };
  visit(found, value, 0);
  return found;
}
