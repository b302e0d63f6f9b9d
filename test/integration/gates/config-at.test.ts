import { afterEach, expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import { configAt } from '../../../src/gates/config-at.ts';
import { closeRepository, openRepository, type Repository } from '../../../src/git/repository.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

const open: { readonly temp: TempRepo; readonly repo: Repository }[] = [];
afterEach(async () => {
  for (const { temp, repo } of open.splice(0)) {
    await closeRepository(repo);
    temp.remove();
  }
});

test('each commit has the config that is in it, whatever was read before', async () => {
  const temp = tempRepo({ files: { 'a.txt': '1\n' } });
  const repo = await openRepository(temp.dir);
  open.push({ temp, repo });
  const workersAt = async (commit: string) => (await configAt(repo, asOid(commit))).queue.workers;
  const file = (workers: number) => ({
    'sallyport.config.json': JSON.stringify({ queue: { workers } }),
  });
  const without = temp.head();
  const usual = await workersAt(without);
  const commits: string[] = [];
  for (const workers of [3, 5, 6]) {
    temp.commit(`${workers} workers`, file(workers));
    commits.push(temp.head());
  }
  temp.commit('broken', { 'sallyport.config.json': '{' });
  const broken = temp.head();
  temp.commit('gone', { 'sallyport.config.json': null });
  for (let time = 0; time < 2; time += 1) {
    expect(await Promise.all(commits.map(workersAt))).toEqual([3, 5, 6]);
    await expect(workersAt(broken)).rejects.toMatchObject({ code: 'config-invalid' });
    expect(await workersAt(temp.head())).toBe(usual);
    expect(await workersAt(without)).toBe(usual);
  }
});
