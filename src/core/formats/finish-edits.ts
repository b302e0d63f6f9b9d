import type { Edit, EditPath } from '../model/edit.ts';
import type { Note, Rejection } from '../model/rejection.ts';
import { parseRepoPath } from '../model/repo-path.ts';
import { responseLines, type Draft } from './format.ts';
import { hasUnwritable } from './response-text.ts';
import type { FoundDraft } from './walk-state.ts';

/** Edits that passed, numbered by their place in the response, and what was refused or left out. */
export interface FinishedEdits {
  readonly edits: readonly Edit[];
  readonly rejections: readonly Rejection[];
  readonly notes: readonly Note[];
}

type Finished = { readonly edit: Edit } | { readonly rejection: Rejection };

/** All text that a draft would bring into a file or compare with one. */
function textsOf(draft: Draft): readonly string[] {
  if (draft.kind === 'replace') return [draft.old, draft.new];
  if (draft.kind === 'insert') return [draft.text];
  if (draft.kind === 'create' || draft.kind === 'write') return [draft.content];
  return draft.kind === 'delete' ? [draft.old ?? ''] : [];
}

function editPath(
  spelt: string,
  roots: readonly string[],
): EditPath | { readonly refusal: string } {
  const parsed = parseRepoPath(spelt, roots);
  return parsed.ok ? { spelt, path: parsed.value } : { refusal: parsed.error };
}

/** Without what the response's layout says about it: equal for two edits that ask for the same. */
function identity(draft: Draft): string {
  const { line: _line, end: _end, ...asked } = draft;
  return JSON.stringify(asked);
}

/** What two edits that ask for the same have in common, cheaply. */
const likeness = (draft: Draft): string =>
  [draft.kind, draft.path, ...textsOf(draft).map(({ length }) => length)].join(' ');

/** The drafts seen so far. Most are like no other, and then nothing is compared. */
class Repetitions {
  readonly #alike = new Map<string, { readonly draft: Draft; readonly number: number }>();
  readonly #same = new Map<string, number>();

  /** The number of the first draft that asks for the same; undefined where this one is the first. */
  earlier(draft: Draft, number: number): number | undefined {
    const like = likeness(draft);
    const first = this.#alike.get(like);
    if (first === undefined) {
      this.#alike.set(like, { draft, number });
      return undefined;
    }
    const known = this.#same.get(identity(first.draft));
    if (known === undefined) this.#same.set(identity(first.draft), first.number);
    const key = identity(draft);
    const earlier = this.#same.get(key);
    if (earlier === undefined) this.#same.set(key, number);
    return earlier;
  }
}

function finish({ format, draft }: FoundDraft, number: number, roots: readonly string[]): Finished {
  const { path: spelt, line, end, ...asked } = draft;
  const place = { block: number, responseLines: responseLines(line, end) };
  const names = draft.kind === 'rename' ? [spelt, draft.to] : [spelt];
  const [target, to] = names.map((name) => editPath(name, roots));
  for (const [at, made] of [target, to].entries()) {
    if (made === undefined || !('refusal' in made)) continue;
    const path = names[at] ?? spelt;
    return { rejection: { code: 'path-denied', path, reason: made.refusal, ...place } };
  }
  if (textsOf(draft).some(hasUnwritable)) {
    const reason = 'unwritable-character';
    return { rejection: { code: 'encoding-refused', path: spelt, reason, ...place } };
  }
  const origin = { block: number, format, line: line + 1, endLine: Math.max(line + 1, end) };
  const paths = draft.kind === 'rename' ? { target, to } : { target };
  return { edit: { ...asked, origin, ...paths } as Edit };
}

/** Judges paths and characters, drops repetitions, numbers what is left. */
export function finishEdits(
  drafts: readonly FoundDraft[],
  roots: readonly string[],
): FinishedEdits {
  const edits: Edit[] = [];
  const rejections: Rejection[] = [];
  const notes: Note[] = [];
  const seen = new Repetitions();
  for (const [index, found] of drafts.entries()) {
    const number = index + 1;
    const earlier = seen.earlier(found.draft, number);
    if (earlier !== undefined) {
      const text = `Edit ${number} repeats edit ${earlier} and was applied once.`;
      notes.push({ code: 'duplicate-block', path: found.draft.path, block: number, text });
      continue;
    }
    const finished = finish(found, number, roots);
    if ('edit' in finished) edits.push(finished.edit);
    else rejections.push(finished.rejection);
  }
  return { edits, rejections, notes };
}
