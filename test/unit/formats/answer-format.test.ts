import { describe, expect, test } from 'vitest';
import {
  answerFormat,
  ANSWER_FORMATS,
  exampleAnswer,
} from '../../../src/core/formats/answer-format.ts';
import { contextBegin, contextEnd, endOfContext } from '../../../src/core/formats/context-mark.ts';
import { decode } from '../../../src/core/formats/decode.ts';
import { makeReadToken } from '../../../src/core/model/read-token.ts';

const TOKEN = makeReadToken(new Uint8Array([1, 2, 3, 4, 5, 6]));
const decoded = (text: string) => decode(Buffer.from(text));

describe.each(ANSWER_FORMATS)('%s', (name) => {
  test('its example is an edit, and its head names the read and the message', () => {
    const { edits, envelope, rejections, holds } = decoded(exampleAnswer(name, TOKEN));
    expect({ rejections, holds }).toEqual({ rejections: [], holds: [] });
    expect(edits).toHaveLength(1);
    expect(edits[0]?.target.path).toBe('src/example.ts');
    expect(envelope).toMatchObject({
      readTokens: [TOKEN],
      message: 'One line that says what the change does',
    });
  });

  test('the instructions show it, and ask for the token only where there is one', () => {
    const example = exampleAnswer(name, null).split('\n\n').slice(1).join('\n\n').trimEnd();
    expect(answerFormat(name, TOKEN)).toContain(example);
    expect(answerFormat(name, TOKEN)).toContain(`Read: ${TOKEN}\n`);
    expect(answerFormat(name, null)).not.toContain('Read:');
  });
});

describe('files that were given and are pasted back', () => {
  const block = 'a.ts\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n';
  const given = (inside: string) => `${contextBegin(TOKEN)}\n${inside}\n${contextEnd(TOKEN)}\n`;

  test('are no edits', () => {
    expect(decoded(given(block))).toMatchObject({
      edits: [],
      rejections: [{ code: 'no-edits', reason: 'pasted-context' }],
    });
  });

  test('hide no edit that comes after them', () => {
    const { edits } = decoded(`${given(block)}\nb.ts\n${block.slice(5)}`);
    expect(edits.map(({ target }) => target.spelt)).toEqual(['b.ts']);
  });

  test('are not ended early by what a file holds', () => {
    const other = makeReadToken(new Uint8Array([6, 5, 4, 3, 2, 1]));
    expect(decoded(given(`${contextEnd(other)}\n${block}`)).edits).toEqual([]);
  });

  test.each(['<!-- sallyport context -->', '<!-- sallyport context r-xyz -->', 'text'])(
    '%j begins nothing',
    (line) => {
      expect(endOfContext(line)).toBe(null);
    },
  );
});
