import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { isSigningConfigured } from '../../../src/git/candidate.ts';
import { committerIdentity } from '../../../src/git/identity.ts';
import { headBranch } from '../../../src/git/refs.ts';
import { closeRepository, openRepository, type Repository } from '../../../src/git/repository.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

const open: { readonly temp: TempRepo; readonly repo: Repository }[] = [];
afterEach(async () => {
  for (const { temp, repo } of open.splice(0)) {
    await closeRepository(repo);
    temp.remove();
  }
});

/** A repository where git is asked for everything once, so that what follows may be remembered. */
async function warm() {
  const temp = tempRepo({ files: { 'a.txt': '1\n' } });
  const env = { ...process.env, HOME: temp.root };
  for (const name of ['GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL'])
    Reflect.deleteProperty(env, name);
  const repo = await openRepository(temp.dir, env);
  open.push({ temp, repo });
  temp.git('config', 'user.name', 'First');
  temp.git('config', 'user.email', 'first@example.com');
  const who = async () => (await committerIdentity(repo)).name;
  for (let time = 0; time < 3; time += 1) expect(await who()).toBe('First');
  expect(await isSigningConfigured(repo)).toBe(false);
  return { temp, repo, who };
}

test('a committer that changes is another at once', async () => {
  const { temp, who } = await warm();
  temp.git('config', 'user.name', 'Second');
  expect(await who()).toBe('Second');
  temp.git('config', 'user.name', 'Third');
  expect(await who()).toBe('Third');
});

test('a committer that is taken away is missed', async () => {
  const { temp, who } = await warm();
  temp.git('config', '--unset', 'user.email');
  await expect(who()).rejects.toMatchObject({ code: 'no-identity' });
  temp.git('config', 'user.email', 'again@example.com');
  expect(await who()).toBe('First');
});

test('a file that is included counts from the moment that it is there', async () => {
  const { temp, who } = await warm();
  temp.git('config', 'include.path', '../later');
  expect(await who()).toBe('First');
  writeFileSync(join(temp.dir, 'later'), '[user]\n\tname = Included\n');
  expect(await who()).toBe('Included');
});

test('a file that is included on one branch counts there alone', async () => {
  const { temp, who } = await warm();
  writeFileSync(join(temp.dir, '.git', 'side'), '[user]\n\tname = Aside\n');
  temp.git('config', 'includeIf.onbranch:side.path', 'side');
  expect(await who()).toBe('First');
  temp.git('checkout', '-q', '-b', 'side');
  expect(await who()).toBe('Aside');
  temp.git('checkout', '-q', '--detach');
  expect(await who()).toBe('First');
});

test('signing that is turned on counts at once, in any spelling', async () => {
  const { temp, repo } = await warm();
  temp.git('config', 'commit.gpgsign', '2');
  expect(await isSigningConfigured(repo)).toBe(true);
  temp.git('config', 'commit.gpgsign', 'off');
  expect(await isSigningConfigured(repo)).toBe(false);
});

test('the branch of HEAD: plain, unborn, a symbolic link, detached, and no branch', async () => {
  const { temp, repo } = await warm();
  const branch = await headBranch(repo);
  expect(branch).toMatch(/^refs\/heads\//);
  temp.git('checkout', '-q', '--orphan', 'unborn');
  expect(await headBranch(repo)).toBe('refs/heads/unborn');
  temp.git('checkout', '-q', '-f', (branch ?? '').replace('refs/heads/', ''));
  temp.git('-c', 'core.preferSymlinkRefs=true', 'symbolic-ref', 'HEAD', 'refs/heads/linked');
  expect(await headBranch(repo)).toBe('refs/heads/linked');
  temp.git('symbolic-ref', 'HEAD', branch ?? '');
  temp.git('checkout', '-q', '--detach');
  expect(await headBranch(repo)).toBe(null);
});
