import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../../scripts/trials/dialects/dialects.ts';
import { honestDraft, type Draft } from '../../../../scripts/trials/draft.ts';
import { responseOf, runTrial } from '../../../../scripts/trials/run-trial.ts';
import { seededRandom } from '../../../../scripts/trials/seeded-random.ts';
import { newLines, oldLines } from '../../../../scripts/trials/write-blocks.ts';
import { decode } from '../../../../src/core/formats/decode.ts';
import { sampleScene, sceneOf } from '../../../support/trial-scenes.ts';

const honest = (scene = sampleScene(), seed = 1): Draft => {
  const draft = honestDraft(scene, seededRandom(seed, 'test'), 3);
  if (draft === null) throw new Error('no honest draft');
  return draft;
};

describe.each(DIALECTS.map((dialect) => [dialect.name, dialect] as const))(
  '%s',
  (_name, dialect) => {
    test('decodes to the blocks that were written', () => {
      const draft = honest();
      const body = dialect.render(draft);
      const decoded = decode(Buffer.from(`${body}\n`));
      expect([...decoded.rejections, ...decoded.holds]).toEqual([]);
      // Strings end with a line feed or not; whole lines have theirs implied.
      const trimmed = (text: string): string =>
        dialect.family === 'strings' || dialect.family === 'whole' ? text.replace(/\n$/, '') : text;
      const edits = decoded.edits.map((edit) => {
        if (edit.kind === 'replace')
          return [edit.target.path, trimmed(edit.old), trimmed(edit.new)];
        return [edit.target.path, edit.kind === 'write' ? trimmed(edit.content) : edit.kind];
      });
      const written = draft.written.flatMap((file) =>
        dialect.family === 'whole'
          ? [[file.spelt, file.now.join('\n')]]
          : file.blocks.map((block) => [
              file.spelt,
              oldLines(block).join('\n'),
              newLines(block).join('\n'),
            ]),
      );
      expect(edits).toEqual(written);
    });

    test.each([1, 2, 3])('without a flaw it is applied right, seed %i', (seed) => {
      const draft = honest(sampleScene(), seed);
      const response = responseOf(draft, dialect, seededRandom(seed, 'test'));
      expect(response && runTrial(draft, response)).toMatchObject({ verdict: 'right', why: [] });
    });

    test('a new file, and one whose last line has no ending', () => {
      const scene = sceneOf({
        'src/new.js': [null, 'export const fresh = 1;\n'],
        'src/open.js': ['const opened = 1;\nconst last = 2;', 'const opened = 2;\nconst last = 2;'],
      });
      const draft = honest(scene);
      // Of the tags only calls can make a file.
      const isTagged = dialect.format === 'tags' && dialect.name !== 'tags-invoke';
      const response = responseOf(draft, dialect, seededRandom(1, 'test'));
      const found = response === null ? 'not said' : runTrial(draft, response).verdict;
      expect(found).toBe(isTagged ? 'not said' : 'right');
    });
  },
);
