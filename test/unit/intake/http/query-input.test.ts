import { expect, test } from 'vitest';
import { queryInput } from '../../../../src/intake/http/query-input.ts';
import { log } from '../../../../src/intake/verbs/log.ts';
import { show } from '../../../../src/intake/verbs/show.ts';

test('a query is read as the schema says', () => {
  const query = (text: string) => new URLSearchParams(text);
  expect(
    queryInput(log.input, query('states=held&states=landed&mine=true&limit=5&agent=a')),
  ).toEqual({ states: ['held', 'landed'], mine: true, limit: 5, agent: 'a' });
  expect(queryInput(show.input, query('offset=10&part=reply'))).toEqual({
    offset: 10,
    part: 'reply',
  });
});

test('what does not fit stays as it is, to be refused by name', () => {
  const input = queryInput(log.input, new URLSearchParams('mine=maybe&limit=&states=x&nope=1'));
  expect(input).toEqual({ mine: 'maybe', limit: '', states: ['x'], nope: '1' });
  expect(log.input.safeParse(input).success).toBe(false);
});
