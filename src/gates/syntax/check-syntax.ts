import type { FileChange, Patch } from '../../core/model/patch.ts';
import type { Excerpt, Note, Rejection } from '../../core/model/rejection.ts';
import type { SyntaxChecker, SyntaxProblem } from './checker.ts';
import { SYNTAX_CHECKERS } from './registry.ts';

/** What the syntax gate found in a patch. */
export interface SyntaxFindings {
  readonly rejections: readonly Rejection[];
  readonly notes: readonly Note[];
}

const MOST_PER_FILE = 3;
const EXCERPT_MARGIN = 2;

/**
 * Refuses a patch that breaks the syntax of a file (`ast-broken`). Only what the patch broke counts: a file that was
 * not well formed before is noted. Files of other languages, and those that are not UTF-8 text, are passed over.
 */
export async function checkSyntax(patch: Patch): Promise<SyntaxFindings> {
  const rejections: Rejection[] = [];
  const notes: Note[] = [];
  for (const change of patch.changes) {
    const text = textOf(change.after);
    if (text === null) continue;
    const claimed = SYNTAX_CHECKERS.filter((checker) => checker.claims(change.path));
    const judged = await judge(change, text, claimed);
    if (judged === null || judged.problems.length === 0) continue;
    if (judged.isNew) {
      rejections.push(
        ...judged.problems
          .slice(0, MOST_PER_FILE)
          .map((problem) => broken(change, text, judged.checker, problem)),
      );
    } else {
      notes.push({
        code: 'syntax-not-checked',
        path: change.path,
        text: `${change.path} was not valid ${judged.checker.language} before this change either, so its syntax was not checked.`,
      });
    }
  }
  return { rejections, notes };
}

interface Judged {
  readonly problems: readonly SyntaxProblem[];
  readonly isNew: boolean;
  readonly checker: SyntaxChecker;
}

async function judge(
  change: FileChange,
  text: string,
  claimed: readonly SyntaxChecker[],
): Promise<Judged | null> {
  const base = textOf(change.before);
  const [strictest] = claimed;
  if (strictest === undefined) return null;
  if (base === null) {
    const problems = await strictest.check(text, change.path);
    return { problems, isNew: true, checker: strictest };
  }
  const basePath = change.from ?? change.path;
  for (const checker of claimed) {
    const problems = await checker.check(text, change.path);
    // Well formed as one of them is well formed, so the base need not be looked at.
    if (problems.length === 0) return null;
    const isBaseFine = (await checker.check(base, basePath)).length === 0;
    if (isBaseFine) return { problems, isNew: true, checker };
  }
  const problems = await strictest.check(text, change.path);
  return { problems, isNew: false, checker: strictest };
}

/** Null for a file that is absent, no regular file, or not UTF-8. */
function textOf(side: FileChange['after']): string | null {
  if (side === null || (side.mode !== '100644' && side.mode !== '100755')) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(side.bytes);
  } catch {
    return null;
  }
}

function broken(
  change: FileChange,
  text: string,
  checker: SyntaxChecker,
  problem: SyntaxProblem,
): Rejection {
  const lines = text.split(/\r\n|\n|\r/);
  const before = text.slice(0, problem.offset).split(/\r\n|\n|\r/);
  const line = Math.min(before.length, lines.length);
  const column = (before.at(-1)?.length ?? 0) + 1;
  const [block] = change.blocks;
  return {
    code: 'ast-broken',
    path: change.path,
    lines: [line],
    ...(change.blocks.length === 1 && block !== undefined ? { block } : {}),
    facts: { language: checker.language, message: problem.message, column },
    excerpt: excerptAround(change.path, lines, line),
  };
}

function excerptAround(path: string, lines: readonly string[], line: number): Excerpt {
  const first = Math.max(1, line - EXCERPT_MARGIN);
  const shown = lines.slice(first - 1, line + EXCERPT_MARGIN);
  return { path, firstLine: first, lines: shown.map((text) => text.slice(0, 300)) };
}
