import { append } from '../match/append.ts';

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
  'generations',
];

/** Keys that others put round a provider's answer. */
const WRAPPERS = ['response', 'body', 'result', 'data'];

/** Keys under which providers keep the text of an answer, and keys that only an answer has beside it. */
const TEXTS = ['content', 'text', 'response', 'completion', 'output_text', 'generated_text'];
const ANSWER_MARKS = [
  'finish_reason',
  'finishReason',
  'stop_reason',
  'stopReason',
  'done_reason',
  'done',
  'usage',
  'usageMetadata',
  'eval_count',
];

const hasPath = (object: JsonObject): boolean =>
  Object.keys(object).some((key) => /^(?:path|file_?path|file_?name|file|target_file)$/i.test(key));

/** Whether an object is what somebody else said, or what a tool gave back: no answer. */
function isOthers({ role, type }: JsonObject): boolean {
  const isRole = typeof role === 'string' && role !== 'assistant' && role !== 'model';
  return isRole || (typeof type === 'string' && /_(?:result|output)$/.test(type));
}

/** Whether what an object says is the model's: it says so, or nothing else is said of a part of a provider's answer. */
function isSpoken(object: JsonObject, isAnswer: boolean): boolean {
  if (isOthers(object)) return false;
  if (typeof object['role'] === 'string') return true;
  if (hasPath(object)) return false;
  const [only, ...others] = Object.keys(object);
  const isAlone = others.length === 0 && only !== undefined && TEXTS.includes(only);
  return isAnswer || isAlone || ANSWER_MARKS.some((key) => object[key] !== undefined);
}

/** Keys of the choices that an answer consists of. */
const isAnswerKey = (key: string): boolean =>
  key === 'choices' || key === 'candidates' || key === 'message' || key === 'generations';

/** Takes the texts of an object. `all`: nothing else in it counts; `some`: its other parts do; `none`: it has no text. */
function addText(found: Collected, object: JsonObject, isAnswer: boolean): 'all' | 'some' | 'none' {
  const isThought =
    object['thought'] === true || object['type'] === 'thinking' || object['type'] === 'reasoning';
  if (isThought) return 'all';
  const isText = object['type'] === 'text' || object['type'] === 'output_text';
  if (isText && typeof object['text'] === 'string') {
    found.texts.push(object['text']);
    return 'all';
  }
  if (!isSpoken(object, isAnswer)) return 'none';
  const texts = TEXTS.map((key) => object[key]).filter((text) => typeof text === 'string');
  for (const text of texts) found.texts.push(text);
  return texts.length > 0 ? 'some' : 'none';
}

/** `["apply_patch", "*** Begin Patch..."]`, as a command or alone. */
function addCommand(found: Collected, command: unknown): boolean {
  if (!Array.isArray(command)) return false;
  const patch: unknown = command.find(
    (part) => typeof part === 'string' && part.includes('*** Begin Patch'),
  );
  return typeof patch === 'string' && addCall(found, 'apply_patch', patch);
}

interface Level {
  readonly depth: number;
  /** What is visited is a part of an answer that nobody else is said to have spoken. */
  readonly isAnswer: boolean;
}

function visitParts(found: Collected, object: JsonObject, { depth, isAnswer }: Level): boolean {
  const keys = hasPath(object) ? PARTS : [...PARTS, ...WRAPPERS];
  const parts = keys
    .map((key) => object[key])
    .filter((part) => isObject(part) || Array.isArray(part));
  const isWithin = isAnswer || isSpoken(object, Object.keys(object).some(isAnswerKey));
  for (const part of parts) visit(found, part, { depth: depth + 1, isAnswer: isWithin });
  return parts.length > 0;
}

function visitList(found: Collected, list: readonly unknown[], level: Level): void {
  if (addCommand(found, list)) return;
  const isText = list.length > 0 && list.every((item) => typeof item === 'string');
  if (isText && level.isAnswer) found.texts.push(list.join(''));
  for (const item of list) visit(found, item, { ...level, depth: level.depth + 1 });
}

function visit(found: Collected, value: unknown, level: Level): void {
  if (level.depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    visitList(found, value, level);
    return;
  }
  if (!isObject(value) || isOthers(value)) return;
  noteCut(found, value);
  const taken = addText(found, value, level.isAnswer);
  if (taken === 'all') return;
  if (value['method'] === 'tools/call' && isObject(value['params'])) {
    visit(found, value['params'], { depth: level.depth + 1, isAnswer: false });
    return;
  }
  const name = nameIn(value);
  const args = argumentsIn(value);
  if (name !== null && args !== undefined && addCall(found, name, args)) return;
  if (addCommand(found, value['command']) || addCommand(found, value['cmd'])) return;
  if (visitParts(found, value, level) || taken === 'some') return;
  // A name without arguments beside it is a tool's only where a path is given too: package manifests have names as well.
  found.calls.push({ name: hasPath(value) ? name : null, args: value });
}

const MARKERS =
  /^(?:<{5,9} ?SEARCH\b|-{5,9} ?SEARCH\b|\[\[\[SEARCH\]\]\]|\*\*\* Begin Patch|diff --git )/m;

/** Whether a string anywhere in a value begins an edit on one of its lines: where nothing was read, it must not be lost. */
export function holdsEdits(whole: unknown): boolean {
  const open: unknown[] = [whole];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string' && MARKERS.test(value)) return true;
    if (Array.isArray(value)) append(open, value);
    else if (isObject(value) && !isOthers(value)) append(open, Object.values(value));
  }
  return false;
}

/** All calls and texts of a JSON value, in order. */
export function collectCalls(value: unknown): Collected {
  const found: Collected = { calls: [], texts: [], isCut: false };
  visit(found, value, { depth: 0, isAnswer: false });
  return found;
}
