import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { SubmissionId } from '../../../src/core/model/ids.ts';
import { file, testGates, testQueue, type TestGates } from '../../support/queue-fixture.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

const FILES = { 'api/f.txt': 'a\n', 'web/f.txt': 'w\n', 'lib/f.txt': 'l\n' };
const LANES = { api: ['/api/**'], web: ['/web/**'] };

/** A queue with two lanes and one gate for the whole tree; `change` is done to the repository before. */
async function lanedQueue(change: (temp: TempRepo) => void = () => undefined) {
  const temp = tempRepo({ files: FILES });
  change(temp);
  const gates = testGates(temp);
  const config = JSON.parse(gates.wholeTree) as object;
  const text = JSON.stringify({ ...config, queue: { lanes: LANES } });
  temp.commit('config', { 'sallyport.config.json': text });
  const queue = await testQueue(temp, { workers: 2, window: 6 });
  return {
    temp,
    gates,
    queue,
    [Symbol.asyncDispose]: async () => {
      await queue[Symbol.asyncDispose]();
      temp.remove();
    },
  };
}

type Laned = Awaited<ReturnType<typeof lanedQueue>>;

/** Hands a response in, and has somebody commit while its gate runs. */
async function overtaken(
  { temp, gates, queue }: Laned,
  mine: string,
  theirs: Readonly<Record<string, string>>,
): Promise<{ readonly id: SubmissionId; readonly theirs: string }> {
  gates.hold('all');
  const id = queue.submit(mine);
  await queue.until(() => expect(gates.runs()).toHaveLength(1));
  return { id, theirs: temp.commit('theirs', theirs) };
}

const outcomes = (gates: TestGates) => gates.runs().map(({ outcome }) => outcome);

const treeOf = (temp: TempRepo, commit: string | undefined): string =>
  temp.git('rev-parse', `${commit ?? ''}^{tree}`);

describe('a verdict of a gate for the whole tree on a change in one lane', () => {
  test('stands where another lane lands', async () => {
    await using laned = await lanedQueue();
    const { temp, gates, queue } = laned;
    const { id, theirs } = await overtaken(laned, file('api/f.txt', 'A\n'), { 'web/f.txt': 'W\n' });
    gates.release('all');
    await queue.ended([id]);
    expect(queue.view(id).landed?.previous).toBe(theirs);
    expect(outcomes(gates)).toEqual(['passed']);
    expect(queue.view(id).verdicts.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('its inputs are those of an earlier run'),
    ]);
    expect([temp.show('main', 'api/f.txt'), temp.show('main', 'web/f.txt')]).toEqual([
      'A\n',
      'W\n',
    ]);
  });

  test.each([
    ['what is in no lane', { 'lib/f.txt': 'L\n' }],
    ['its own lane', { 'api/g.txt': 'G\n' }],
    ['both lanes', { 'api/g.txt': 'G\n', 'web/f.txt': 'W\n' }],
    ['a file that says what the checks are', { 'web/package.json': '{}\n' }],
    ['another spelling of another lane', { 'Web/g.txt': 'W\n' }],
  ])('falls where %s changes, and the gate runs again', async (_, change) => {
    await using laned = await lanedQueue();
    const { temp, gates, queue } = laned;
    const { id, theirs } = await overtaken(laned, file('api/f.txt', 'A\n'), change);
    await queue.until(() => expect(gates.runs()).toHaveLength(2));
    gates.release('all');
    await queue.ended([id]);
    const { landed } = queue.view(id);
    expect(landed?.previous).toBe(theirs);
    expect(outcomes(gates)).toEqual(['cut off', 'passed']);
    expect(gates.runs()[1]?.inputs).toBe(treeOf(temp, landed?.commit));
  });

  test('falls where a file moved out of another lane', async () => {
    await using laned = await lanedQueue();
    const { temp, gates, queue } = laned;
    gates.hold('all');
    const id = queue.submit(file('api/f.txt', 'A\n'));
    await queue.until(() => expect(gates.runs()).toHaveLength(1));
    temp.git('mv', 'web/f.txt', 'api/moved.txt');
    temp.commit('theirs');
    await queue.until(() => expect(gates.runs()).toHaveLength(2));
    gates.release('all');
    await queue.ended([id]);
    expect(gates.runs()[1]?.inputs).toBe(treeOf(temp, queue.view(id).landed?.commit));
  });

  test('does not stand where a link leads into the lane that lands', async () => {
    await using laned = await lanedQueue((temp) =>
      symlinkSync('../web/f.txt', join(temp.dir, 'api', 'link')),
    );
    const { temp, gates, queue } = laned;
    const { id } = await overtaken(laned, file('api/f.txt', 'A\n'), { 'web/f.txt': 'W\n' });
    gates.release('all');
    await queue.ended([id]);
    const { landed } = queue.view(id);
    expect(landed).not.toBeNull();
    expect(gates.runs().map(({ inputs }) => inputs)).toContain(treeOf(temp, landed?.commit));
  });
});

test('a change of two lanes is judged on the very tree that lands', async () => {
  await using laned = await lanedQueue();
  const { temp, gates, queue } = laned;
  const mine = file('api/f.txt', 'A\n') + file('web/g.txt', 'G\n');
  const { id } = await overtaken(laned, mine, { 'web/f.txt': 'W\n' });
  await queue.until(() => expect(gates.runs()).toHaveLength(2));
  gates.release('all');
  await queue.ended([id]);
  expect(gates.runs()[1]?.inputs).toBe(treeOf(temp, queue.view(id).landed?.commit));
});

test('submissions of two lanes are judged at the same time, each on the branch as it is', async () => {
  await using laned = await lanedQueue();
  const { temp, gates, queue } = laned;
  gates.hold('all');
  const ids = ['api', 'web'].map((lane) => queue.submit(file(`${lane}/f.txt`, 'new\n')));
  await queue.until(() => expect(gates.runs()).toHaveLength(2));
  expect(queue.states(ids)).toEqual(['gating', 'gating']);
  gates.release('all');
  await queue.ended(ids);
  expect(queue.states(ids)).toEqual(['landed', 'landed']);
  expect(outcomes(gates)).toEqual(['passed', 'passed']);
  // Nobody ran on both together: that is what the lanes say is not needed.
  expect(gates.runs().map(({ inputs }) => inputs)).not.toContain(treeOf(temp, 'main'));
});

test('what is judged ahead of its turn in a lane stands as well where another lane lands', async () => {
  await using laned = await lanedQueue();
  const { temp, gates, queue } = laned;
  gates.hold('all');
  const ids = ['f', 'g'].map((name) => queue.submit(file(`api/${name}.txt`, 'new\n')));
  await queue.until(() => expect(gates.runs()).toHaveLength(2));
  expect(queue.states(ids)).toEqual(['gating', 'queued']);
  temp.commit('theirs', { 'web/f.txt': 'W\n' });
  gates.release('all');
  await queue.ended(ids);
  expect(queue.states(ids)).toEqual(['landed', 'landed']);
  expect(outcomes(gates)).toEqual(['passed', 'passed']);
});
