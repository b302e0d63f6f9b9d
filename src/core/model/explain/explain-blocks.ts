import type { BlockReport } from '../report.ts';
import { code } from './plain-text.ts';

/** What became of an edit, in words. */
export const STATUS_WORDS: Readonly<Record<BlockReport['status'], string>> = {
  'would-apply': 'would apply',
  'no-effect': 'has no effect',
  failed: 'failed',
};

/** One Markdown list line per edit: where it stands in the response, the file, and what became of it. */
export function explainBlocks(blocks: readonly BlockReport[]): string {
  return blocks
    .map(({ block, path, responseLines: [first, last], status, lines }) => {
      const place = lines === undefined ? '' : ` at lines ${lines[0]} to ${lines[1]}`;
      return `- edit ${block} (lines ${first} to ${last} of the response), ${code(path)}: ${STATUS_WORDS[status]}${place}`;
    })
    .join('\n');
}
