import type { Config } from '../config/config.ts';
import type { Decoded } from '../core/formats/decoded.ts';
import type { Patch } from '../core/model/patch.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import { withTrailers } from '../core/planning/commit-trailers.ts';

/** Longest subject made from paths; git's own tools cut at about this. */
const SUBJECT_WIDTH = 72;

/** What a message is made of besides the response. */
export interface MessageParts {
  readonly patch: Patch;
  readonly submission: SubmissionId;
  readonly config: Config['land'];
  /** Trailers besides where it came from; absent: none. */
  readonly trailers?: readonly string[];
}

/** The landing's commit message: the response's own, else one made from the edited paths; and where it came from. */
export function commitMessage(
  decoded: Decoded,
  { patch, submission, config, trailers = [] }: MessageParts,
): string {
  const own = config.message === 'response' ? (decoded.envelope.message?.trim() ?? '') : '';
  const message = own === '' ? subjectOf(patch) : own;
  return `${withTrailers(message, [...trailers, `Sallyport-Submission: ${submission}`])}\n`;
}

/** `Add src/a.ts`, `Edit src/a.ts and 2 more`. */
function subjectOf({ changes }: Patch): string {
  const first = changes[0];
  if (first === undefined) throw new TypeError('a patch without changes has no message');
  const more = changes.length > 1 ? ` and ${changes.length - 1} more` : '';
  const room = SUBJECT_WIDTH - more.length - verbOf(changes).length - 1;
  const path =
    first.path.length > room ? `...${first.path.slice(first.path.length - room + 3)}` : first.path;
  return `${verbOf(changes)} ${path}${more}`;
}

function verbOf(changes: Patch['changes']): string {
  if (changes.every(({ before }) => before === null)) return 'Add';
  if (changes.every(({ after }) => after === null)) return 'Delete';
  return changes.every(({ from }) => from !== undefined) ? 'Rename' : 'Edit';
}
