import { describe, expect, test } from 'vitest';
import { chooseTests } from '../../../src/gates/choose-tests.ts';
import type { ChangedPath } from '../../../src/gates/gate-tree.ts';

const modified = (path: string): ChangedPath => ({ path, change: 'modified' });
const known = (affectedTests: readonly string[], unreached: readonly string[] = []) => ({
  affectedTests,
  unreached,
});

describe('chooseTests', () => {
  test('each tree is asked for the tests that it has, by the names that it has them by', () => {
    const changed: readonly ChangedPath[] = [
      modified('src/a.ts'),
      { path: 'new.test.ts', change: 'added' },
      { path: 'gone.test.ts', change: 'deleted' },
      { path: 'now.test.ts', from: 'then.test.ts', change: 'renamed' },
    ];
    const tests = ['a.test.ts', 'gone.test.ts', 'new.test.ts', 'then.test.ts'];
    expect(chooseTests(known(tests), changed, changed)).toEqual({
      kind: 'some',
      inBase: ['a.test.ts', 'gone.test.ts', 'then.test.ts'],
      inCandidate: ['a.test.ts', 'new.test.ts', 'now.test.ts'],
    });
  });

  test('all are meant where nobody knows', () => {
    const changed = [modified('src/a.ts')];
    expect(chooseTests(null, changed, changed)).toMatchObject({ kind: 'all' });
  });

  test('all are meant where a changed file of the gate’s kind is reached by no test', () => {
    const code = modified('src/a.ts');
    const data = modified('data.json');
    const about = known(['a.test.ts'], ['data.json']);
    expect(chooseTests(about, [code, data], [code, data])).toEqual({
      kind: 'all',
      why: 'no test is known to depend on data.json',
    });
    expect(chooseTests(about, [code, data], [code])).toMatchObject({ kind: 'some' });
  });

  test('all are meant where they are too many for one command', () => {
    const many = Array.from({ length: 5000 }, (_, at) => `test/some/folder/${at}.test.ts`);
    const changed = [modified('src/a.ts')];
    expect(chooseTests(known(many), changed, changed)).toMatchObject({
      kind: 'all',
      why: '5000 of them are too many to be named',
    });
  });
});
