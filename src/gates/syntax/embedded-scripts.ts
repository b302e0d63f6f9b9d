import type { SyntaxProblem } from './checker.ts';
import { javascriptChecker } from './javascript.ts';

/** Start tags and comments; in a comment nothing is a script. */
const OPENING = /<!--[\s\S]*?-->|<script\b((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;
const CLOSING = /<\/script\s*>/gi;

/** Values of `type` under which a browser reads JavaScript. */
const IS_SCRIPT =
  /^(?:module|text\/(?:java|ecma|babel|type)script|application\/(?:java|ecma)script)?$/i;
const TEMPLATE = /\{\{|\{%|<%|<\?/;

/**
 * What is wrong with the scripts inside a page or component, which its grammar takes for plain text. Scripts that hold
 * marks of a template language, and those that are no JavaScript or TypeScript, are passed over.
 */
export async function embeddedScriptProblems(text: string): Promise<readonly SyntaxProblem[]> {
  const problems: SyntaxProblem[] = [];
  for (const { start, end, extension } of scriptsIn(text)) {
    const script = text.slice(start, end);
    if (TEMPLATE.test(script)) continue;
    const found = await javascriptChecker.check(script, `script.${extension}`);
    problems.push(
      ...(found ?? []).map(({ offset, message }) => ({ offset: offset + start, message })),
    );
  }
  return problems;
}

interface Script {
  readonly start: number;
  readonly end: number;
  readonly extension: string;
}

function scriptsIn(text: string): readonly Script[] {
  const scripts: Script[] = [];
  let from = 0;
  for (const { index, 0: tag, 1: attributes } of text.matchAll(OPENING)) {
    if (attributes === undefined || index < from || attributes.endsWith('/')) continue;
    const start = index + tag.length;
    CLOSING.lastIndex = start;
    const end = CLOSING.exec(text)?.index ?? text.length;
    from = end;
    const extension = extensionOf(attributes);
    if (extension !== null) scripts.push({ start, end, extension });
  }
  return scripts;
}

function extensionOf(attributes: string): string | null {
  const lang = valueOf('lang', attributes) ?? 'js';
  if (!/^(?:js|jsx|ts|tsx|javascript|typescript)$/i.test(lang)) return null;
  if (!IS_SCRIPT.test(valueOf('type', attributes) ?? '')) return null;
  return lang.toLowerCase().replace('javascript', 'js').replace('typescript', 'ts');
}

const valueOf = (name: string, attributes: string): string | null =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']?([^"'\\s>]*)`, 'i').exec(attributes)?.[1] ?? null;
