import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import {
  dropSubmitted,
  keepIncoming,
  submittedCommits,
} from '../../../src/git/submitted-commits.ts';
import { createScratch } from '../../../src/git/worktrees.ts';
import { tidy } from '../../../src/pipeline/tidy.ts';
import { branch, testPipeline } from '../../support/pipeline-fixture.ts';
import { tempRepo } from '../../support/temp-repo.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

test('commits of branches are kept while they may be wanted', async () => {
  using temp = tempRepo({
    files: {
      'a.txt': 'a\n',
      'b.txt': 'b\n',
      'sallyport.config.json': '{"retention":{"branches":2}}',
    },
  });
  await using pipeline = await testPipeline(temp);
  const { context } = pipeline;
  const { repo } = context;
  branch(temp, 'lands', ['A', { 'a.txt': 'A\n' }]);
  branch(temp, 'held', ['drop', { 'b.txt': null }]);
  const landed = await pipeline.branch('lands');
  const held = await pipeline.branch('held');
  expect([landed.state, held.state]).toEqual(['landed', 'held']);
  const kept = async () => (await submittedCommits(repo)).map(({ id }) => id).sort();

  // As after a crash between the submission and its ref, and of a submitter that died.
  await dropSubmitted(repo, held.id);
  await keepIncoming(repo, asOid(temp.head()), 5);
  await tidy(context);
  expect(await kept()).toEqual([landed.id, held.id].sort());
  expect(temp.git('for-each-ref', 'refs/sallyport/incoming')).toBe('');

  await tidy({ ...context, clock: () => Date.now() + 3 * DAY_MS });
  expect(await kept()).toEqual([held.id]);
});

test('scratch worktrees that nobody could remove go once their submission is over', async () => {
  using temp = tempRepo({ files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } });
  await using pipeline = await testPipeline(temp);
  const { context } = pipeline;
  branch(temp, 'lands', ['A', { 'a.txt': 'A\n' }]);
  branch(temp, 'held', ['drop', { 'b.txt': null }]);
  const over = (await pipeline.branch('lands')).id;
  const open = (await pipeline.branch('held')).id;
  const commit = asOid(temp.head());
  const names = [over, `${over}-ahead-3-base`, open, 'check-1'];
  const made = new Map<string, string>();
  for (const name of names)
    made.set(name, (await createScratch(context.repo, { name, commit })).path);
  const there = () => names.filter((name) => existsSync(made.get(name) ?? ''));
  await tidy(context);
  expect(there()).toEqual(names);
  await tidy({ ...context, clock: () => Date.now() + DAY_MS });
  expect(there()).toEqual([open, 'check-1']);
});

test('without a retention they are kept for ever', async () => {
  using temp = tempRepo({ files: { 'a.txt': 'a\n' } });
  await using pipeline = await testPipeline(temp);
  branch(temp, 'lands', ['A', { 'a.txt': 'A\n' }]);
  const { id } = await pipeline.branch('lands');
  await tidy({ ...pipeline.context, clock: () => Date.now() + 3_000 * DAY_MS });
  expect((await submittedCommits(pipeline.context.repo)).map((kept) => kept.id)).toEqual([id]);
});

test('a response that deletes a file declares it by that', async () => {
  using temp = tempRepo({ files: { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' } });
  await using pipeline = await testPipeline(temp);
  const patch = '*** Begin Patch\n*** Delete File: a.txt\n*** End Patch\n';
  const diff =
    'diff --git a/b.txt b/b.txt\ndeleted file mode 100644\n--- a/b.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n';
  for (const text of [patch, diff]) expect((await pipeline.response(text)).state).toBe('landed');
  expect(temp.git('ls-tree', '--name-only', 'main')).toBe('c.txt');
});
