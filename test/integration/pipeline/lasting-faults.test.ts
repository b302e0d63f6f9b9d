import { expect, test } from 'vitest';
import type { SubmissionId } from '../../../src/core/model/ids.ts';
import { summaryOf } from '../../../src/reporters/wording.ts';
import { awaitSubmission } from '../../../src/store/await-submission.ts';
import { file, testGates, testQueue } from '../../support/queue-fixture.ts';
import { tempRepo } from '../../support/temp-repo.ts';

test('a config that a person breaks keeps the queue back, which says so, until it is mended', async () => {
  using repo = tempRepo({ files: { 'a/f.txt': 'a\n' } });
  const gates = testGates(repo);
  repo.commit('config', { 'sallyport.config.json': gates.wholeTree });
  gates.hold('all');
  let passed = 0;
  await using queue = await testQueue(repo, { workers: 1, window: 3 }, () => ({
    clock: () => Date.now() + passed,
  }));
  const ids = [1, 2, 3].map((name) => queue.submit(file(`a/${name}.txt`, `${name}\n`)));
  await queue.until(() => expect(gates.runs()).toHaveLength(1));
  repo.commit('broken', { 'sallyport.config.json': '{ "gates": oops }' });
  gates.release('all');
  const [first] = ids as [SubmissionId];
  await queue.until(() => expect(queue.view(first).setback).not.toBeNull());
  expect(queue.states(ids)).toEqual(['queued', 'queued', 'queued']);
  expect(summaryOf(queue.view(first))).toMatch(
    /^Is tried again by itself .*sallyport\.config\.json/,
  );
  // Whoever waits for it is not kept waiting.
  const { signal } = new AbortController();
  const wait = { timeoutMs: 60_000, signal, isWorked: () => true };
  expect((await awaitSubmission(queue.context.store, first, wait)).state).toBe('queued');
  repo.commit('mended', { 'sallyport.config.json': gates.wholeTree });
  passed = 3_600_000;
  await queue.ended(ids);
  expect(queue.states(ids)).toEqual(['landed', 'landed', 'landed']);
  expect(queue.view(first)).toMatchObject({ setback: null, attempts: { transientFaults: 0 } });
});
