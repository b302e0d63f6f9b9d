import { expect, test } from 'vitest';
import { isTestName, isTestPath } from '../../../src/core/source/test-path.ts';

test.each([
  'test_a.py',
  'conftest.py',
  'a.test.ts',
  'a-spec.js',
  'a_tests.rb',
  'a.specs.ts',
  'a.e2e.ts',
  'ATest.java',
  'ATests.cs',
  'ATestCase.php',
  'LoginIT.java',
  'ASpec.scala',
  'a.test-d.ts',
])('%s is named like a test, wherever it is', (name) => {
  for (const path of [name, `src/${name}`])
    expect([isTestName(path), isTestPath(path)]).toEqual([true, true]);
});

test.each([
  'test/a.ts',
  'src/tests/a.ts',
  'a/__tests__/b.js',
  'spec/a.rb',
  'specs/a.rb',
  'e2e/a.ts',
  'testing/a.go',
])('%s is kept where tests are', (path) => {
  expect([isTestName(path), isTestPath(path)]).toEqual([false, true]);
});

test.each([
  'src/a.ts',
  'src/best.ts',
  'src/special.rb',
  'a/contest/b.ts',
  'latest',
  'src/rest/a.ts',
])('%s is no test', (path) => {
  expect([isTestName(path), isTestPath(path)]).toEqual([false, false]);
});
