import { expect, test } from 'vitest';
import {
  checkoutStatus,
  commitFiles,
  configValue,
  gitVersion,
  remoteNames,
} from '../../../src/git/client.ts';
import { openRepository } from '../../../src/git/repository.ts';
import { tempRepo } from '../../support/temp-repo.ts';

test('status, configuration and version', async () => {
  using temp = tempRepo({ files: { 'a.txt': 'a\n' } });
  const repo = await openRepository(temp.dir);
  expect(await checkoutStatus(repo)).toEqual({ branch: 'main', isClean: true, paths: [] });
  temp.write('a.txt', 'A\n');
  temp.write('d/u.txt', 'u\n');
  expect(await checkoutStatus(repo)).toEqual({
    branch: 'main',
    isClean: false,
    paths: ['a.txt', 'd/u.txt'],
  });
  expect(await configValue(repo, 'user.name')).toBe('Test User');
  expect(await configValue(repo, 'no.such')).toBeNull();
  expect(await gitVersion(repo)).toMatch(/^\d+\.\d+/);
  expect(await remoteNames(repo)).toEqual([]);
});

test('commits the named files alone, also ignored ones', async () => {
  using temp = tempRepo({ files: { 'a.txt': 'a\n', '.gitignore': '*.json\n' } });
  const repo = await openRepository(temp.dir);
  temp.write('a.txt', 'staged\n');
  temp.git('add', 'a.txt');
  temp.write('c.json', '{}\n');
  expect(await commitFiles(repo, ['c.json'], 'Add the config')).toBe(temp.head());
  expect(temp.git('show', '--name-only', '--format=%s', 'HEAD')).toBe('Add the config\n\nc.json');
  expect(temp.status()).toEqual(['M  a.txt']);
});

test('a failure is a fault, also one without words', async () => {
  using temp = tempRepo();
  const repo = await openRepository(temp.dir);
  await expect(commitFiles(repo, ['nowhere.txt'], 'x')).rejects.toMatchObject({
    code: 'git-failed',
  });
});

test('works in an environment full of git variables', async () => {
  using temp = tempRepo();
  const repo = await openRepository(temp.dir, {
    ...process.env,
    GIT_DIR: '/nowhere',
    GIT_EDITOR: 'vi',
    EDITOR: 'vi',
    GIT_SSH_COMMAND: 'ssh',
    PAGER: 'less',
    GIT_ASKPASS: 'x',
  });
  expect((await checkoutStatus(repo)).branch).toBe('main');
});
