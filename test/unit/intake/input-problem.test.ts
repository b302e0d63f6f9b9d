import { describe, expect, test } from 'vitest';
import { inputProblem } from '../../../src/intake/verbs/input-problem.ts';
import { submit } from '../../../src/intake/verbs/submit.ts';
import { wait } from '../../../src/intake/verbs/wait.ts';
import type { Verb } from '../../../src/intake/verbs/verb.ts';

function titleOf({ input: schema }: Verb, input: unknown): string {
  const parsed = schema.safeParse(input);
  if (parsed.success) throw new Error('it fits');
  return inputProblem(parsed.error, schema, input).title;
}

describe('input that does not fit says where and what', () => {
  test.each<readonly [Verb, unknown, string]>([
    [wait, {}, '"id" is missing'],
    [wait, { id: 7 }, '"id" must be a text'],
    [wait, { id: 'a', seconds: 60 }, '"seconds" must be at most 45'],
    [wait, { id: 'a', seconds: '3' }, '"seconds" must be a number'],
    [wait, { id: 'a', timeout: 3 }, 'there is no "timeout" here: it is called "seconds"'],
    [wait, { id: 'a\u001b[31m' }, '"id": give one line without control characters'],
    [submit, { edits: [] }, '"edits" must have at least 1 entry'],
    [submit, { edits: {} }, '"edits" must be a list'],
    [
      submit,
      { edits: [{ path: 'a', old_string: 'x', new_string: 'y' }] },
      'there is no "edits[0].old_string" here: it is called "old"; there is no "edits[0].new_string" here: it is called "new"',
    ],
    [submit, { read: 'r-abcdefgh' }, 'there is no "read" here: it is called "tokens"'],
    [submit, { edit: [] }, 'there is no "edit" here: it is called "edits"'],
    [submit, { text: 'x', zzzzzz: 1 }, 'there is no "zzzzzz" here: known are edits, text,'],
    [submit, null, 'the input must be an object'],
  ])('%#', (verb, input, title) => {
    expect(titleOf(verb, input)).toContain(title);
  });
});
