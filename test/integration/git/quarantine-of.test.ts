import { expect, test } from 'vitest';
import { quarantineOf } from '../../../src/git/git-environment.ts';

test('other places of objects hold for the hooks of a commit', () => {
  const given = { GIT_OBJECT_DIRECTORY: '/o', GIT_ALTERNATE_OBJECT_DIRECTORIES: '/a' };
  expect(quarantineOf({ ...given, GIT_DIR: '.git' })).toMatchObject(given);
});

test('where nothing was said nothing holds', () => {
  expect(quarantineOf({ GIT_DIR: '.git', GIT_OBJECT_DIRECTORY: '' })).toBeNull();
});
