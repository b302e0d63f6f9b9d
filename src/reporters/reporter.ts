import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';

/** One kind of file beside a dropped file. Pure: the same submission gives the same text. */
export interface Reporter {
  readonly name: string;
  /** Follows the whole name of the dropped file: `.receipt.json`. Unique among reporters. */
  readonly suffix: string;
  /** The file's text, ending with a line feed; null: nothing to say in this state. */
  readonly render: (view: SubmissionView, facts: SubmissionFacts) => string | null;
}
