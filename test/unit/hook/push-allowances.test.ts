import { expect, test } from 'vitest';
import type { CheckFinding } from '../../../src/core/check/check-finding.ts';
import { pushedCodes, settlePush } from '../../../src/hook/server/push-allowances.ts';

const options = (...given: readonly string[]) => ({
  GIT_PUSH_OPTION_COUNT: String(given.length),
  ...Object.fromEntries(given.map((option, at) => [`GIT_PUSH_OPTION_${at}`, option])),
});

test.each([
  [options(), []],
  [{}, []],
  [options('sallyport.allow=protected-path'), ['protected-path']],
  [options('ci.skip', 'sallyport.allow=a,b c', 'sallyport.allow=d'), ['a', 'b', 'c', 'd']],
  [options('xsallyport.allow=a', 'sallyport.allow', 'sallyport.allow='), []],
  [{ ...options('sallyport.allow=a'), GIT_PUSH_OPTION_COUNT: '-1' }, []],
  [{ ...options('sallyport.allow=a'), GIT_PUSH_OPTION_COUNT: '1e9' }, ['a']],
  [{ ...options('sallyport.allow=a'), GIT_PUSH_OPTION_COUNT: 'x' }, []],
])('%j lets pass %j', (env, codes) => {
  expect([...pushedCodes(env)]).toEqual(codes);
});

const finding = (code: string, isHold: boolean, level: CheckFinding['level'] = 'error') => ({
  code,
  level,
  isHold,
  path: 'a',
  line: null,
  column: null,
  message: '',
  hint: null,
});

test('only what a person has to decide passes; a note stops nothing; a warning does', () => {
  const held = finding('protected-path', true);
  const rejected = finding('protected-path', false);
  const other = finding('weakened-check', true, 'warning');
  const note = finding('shallow', false, 'note');
  expect(settlePush([held, rejected, other, note], new Set(['protected-path']))).toEqual({
    stopping: [rejected, other],
    passed: [held],
  });
});
