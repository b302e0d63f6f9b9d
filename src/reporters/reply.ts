import type { SubmissionView } from '../core/lifecycle/submission-view.ts';
import { REPLY_BEGIN, REPLY_END } from '../core/formats/reply-mark.ts';
import { isBranchSubmission } from '../core/model/branch-payload.ts';
import { explain } from '../core/model/explain.ts';
import type { Hold, Rejection } from '../core/model/rejection.ts';
import type { BlockReport } from '../core/model/report.ts';
import type { SubmissionFacts } from '../core/model/submission.ts';
import { failedGates } from './failed-gates.ts';
import { headlineOf } from './headline.ts';
import { codeBlock, codeSpan, plainLine, plainText } from './plain-text.ts';
import type { Reporter } from './reporter.ts';
import { nextOf } from './reply-next.ts';
import { filesNow, loudNotes, meanwhile } from './reply-resubmission.ts';
import { actorName, BLOCK_WORDS, counted, lineRange, summaryOf } from './wording.ts';

/** More than this many sections are counted, not shown: a reply is meant to be read and pasted. */
const MAX_SECTIONS = 12;

/**
 * What to paste back to the author of a response that did not land: what is wrong with which edit, what stands in the
 * file, what else would apply, and last what to send next. Markdown; null where there is nothing to answer.
 */
export function replyOf(view: SubmissionView, facts: SubmissionFacts): string | null {
  const body = bodyOf(view, isBranchSubmission(facts) ? 'branch' : 'response');
  if (body === null) return null;
  const parts = [
    `# ${headlineOf(view)}`,
    `This is about ${codeSpan(facts.name)} (submission ${view.id}).`,
    ...body,
    '## Send next',
    nextOf(view, facts),
  ];
  const text = parts.filter((part) => part !== '').join('\n\n');
  return `${REPLY_BEGIN}\n\n${withoutMarks(text)}\n\n${REPLY_END}\n`;
}

/** `NAME.reply.md`. */
export const replyReporter: Reporter = { name: 'reply', suffix: '.reply.md', render: replyOf };

/**
 * A reply that is pasted back is known by its marks, so that nothing in it is taken for an edit: no quoted line may end
 * it early.
 */
const withoutMarks = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      [REPLY_BEGIN, REPLY_END].includes(line.trim()) ? line.replace('<!--', '< !--') : line,
    )
    .join('\n');

/** What the submission is, in words. */
type Noun = 'response' | 'branch';

function bodyOf(view: SubmissionView, noun: Noun): readonly string[] | null {
  switch (view.state) {
    case 'rejected':
      return [
        ...loudNotes(view),
        ...refusals(view, view.rejections, noun),
        ...failedGates(view.verdicts),
        verdictOf(view),
        others(view),
        meanwhile(view),
        // The author of a branch has the files.
        noun === 'branch' ? '' : filesNow(view),
      ];
    case 'held':
      return [
        ...loudNotes(view),
        noun === 'branch'
          ? 'The branch applies. It is held, because a person has to decide about it:'
          : 'The edits apply. They are held, because a person has to decide about them:',
        ...refusals(view, view.holds, noun),
        ...failedGates(view.verdicts),
      ];
    case 'waiting':
      return [waitingFor(view)];
    case 'failed':
      return [faultOf(view)];
    case 'cancelled':
      return [`${summaryOf(view)}. Nothing was changed.`];
    case 'landed':
    case 'queued':
    case 'planning':
    case 'staging':
    case 'gating':
    case 'landing':
      break;
  }
  return null;
}

/** A section an edit, in the order of the response; what is about the whole of it first. */
function refusals(
  view: SubmissionView,
  rejections: readonly (Rejection | Hold)[],
  noun: Noun,
): readonly string[] {
  const groups = Map.groupBy(rejections, ({ block }) => block ?? 0);
  const sorted = Array.from(groups).toSorted(([a], [b]) => a - b);
  const sections = sorted.slice(0, MAX_SECTIONS).map(([block, group]) =>
    section(
      view.blocks.find((report) => report.block === block),
      { block, noun },
      group,
    ),
  );
  const left = sorted.length - sections.length;
  return left === 0
    ? sections
    : [...sections, `And ${counted(left, 'more edit')} with a problem of that kind.`];
}

function section(
  report: BlockReport | undefined,
  { block, noun }: { readonly block: number; readonly noun: Noun },
  rejections: readonly (Rejection | Hold)[],
): string {
  const path = report?.path ?? rejections.find((rejection) => rejection.path !== undefined)?.path;
  const isNamed = rejections.every((one) => explain(one).title.startsWith(`Edit ${block} (`));
  const range = isNamed ? undefined : (report?.responseLines ?? rejections[0]?.responseLines);
  const about = path === undefined ? '' : `: ${codeSpan(path)}`;
  const where = range === undefined ? '' : ` (${lineRange(range)} of the response)`;
  const title = block === 0 ? `The whole ${noun}` : `Edit ${block}${about}${where}`;
  return [`## ${title}`, ...rejections.map((rejection) => reason(rejection, block === 0))].join(
    '\n\n',
  );
}

function reason(rejection: Rejection | Hold, isWhole: boolean): string {
  const { title, body, hint } = explain(rejection);
  const span = rejection.path === undefined ? '' : codeSpan(rejection.path);
  const path = !isWhole || span === '' || title.includes(span) ? '' : ` (${span})`;
  return [
    `**${plainLine(title, 1_000)}**${path}`,
    plainText(body).trimEnd(),
    excerptBeyond(rejection, body),
    hint === '' ? '' : `What to do: ${plainLine(hint, 500)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The lines as they stand in the file, for a refusal whose words do not show them. */
function excerptBeyond({ excerpt }: Rejection | Hold, body: string): string {
  const isShown = excerpt?.lines.every((line) => body.includes(line.trim())) ?? true;
  if (excerpt === undefined || isShown) return '';
  const width = String(excerpt.firstLine + excerpt.lines.length - 1).length;
  const numbered = excerpt.lines.map(
    (line, index) => `${String(excerpt.firstLine + index).padStart(width)} | ${line}`,
  );
  return `${codeSpan(excerpt.path)} has there now:\n\n${codeBlock(numbered.join('\n'))}`;
}

/** What a person said who refused it. */
function verdictOf({ endedBy }: SubmissionView): string {
  if (endedBy === null) return '';
  const said = endedBy.comment === '' ? '.' : `: ${plainLine(endedBy.comment, 1_000)}`;
  return `Refused by ${actorName(endedBy.by)}${said}`;
}

/** The edits that nothing is wrong with: they are not in the files either. */
function others(view: SubmissionView): string {
  const fine = view.blocks.filter(({ status }) => status === 'would-apply');
  if (fine.length === 0 || fine.length === view.blocks.length) return '';
  const shown = fine.slice(0, MAX_SECTIONS).map(({ block, path, lines }) => {
    const at = lines === undefined ? '' : `, at ${lineRange(lines)}`;
    return `- Edit ${block}: ${codeSpan(path)}${at}`;
  });
  const left = fine.length - shown.length;
  return [
    '## These would apply, and were not applied',
    [...shown, ...(left === 0 ? [] : [`- and ${left} more`])].join('\n'),
  ].join('\n\n');
}

function waitingFor({ block }: SubmissionView): string {
  if (block === null) return 'It was checked and will land by itself.';
  const unsaid = block.paths.filter((path) => !block.detail.includes(path));
  const paths = unsaid.map((path) => `- ${codeSpan(path)}`).slice(0, MAX_SECTIONS);
  return [
    `It was checked and will land by itself once this is gone: ${BLOCK_WORDS[block.reason]} (${codeSpan(block.worktree)}).`,
    plainLine(block.detail, 500),
    paths.join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function faultOf({ fault }: SubmissionView): string {
  if (fault === null) return '';
  return `**${plainLine(fault.message, 500)}**\n\n${capital(plainLine(fault.hint, 500))}`;
}

const capital = (text: string): string => text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
