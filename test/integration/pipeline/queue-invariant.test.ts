import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { SubmissionId } from '../../../src/core/model/ids.ts';
import { file, testGates, testQueue } from '../../support/queue-fixture.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

const FOLDERS = ['a', 'b', 'c', 'd'] as const;
const WORKERS = 3;
const SUBMISSIONS = 10;

/** Numbers from 0 to below `bound`, the same for the same seed. */
function numbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/**
 * A person commits a file, again and again where a landing holds the index. That landing is one of this process, which
 * has to have its turn in between.
 */
async function commitAsPerson(temp: TempRepo, path: string): Promise<string> {
  temp.write(path, 'theirs\n');
  while (temp.tryGit('add', '--', path).code !== 0) await pause(5);
  while (temp.tryGit('commit', '-qm', 'theirs', '--only', '--', path).code !== 0) await pause(5);
  return temp.git('log', '-1', '--format=%H', '--', path);
}

interface Handed {
  readonly id: SubmissionId;
  readonly folders: readonly string[];
  readonly isBroken: boolean;
}

describe.each([
  ['gates that declare their inputs', 1],
  ['gates that declare their inputs', 2],
  ['a gate that depends on everything', 3],
  ['a gate that depends on everything', 4],
] as const)('a random queue under %s (%i)', (kind, seed) => {
  test('lands only what a gate passed on exactly those inputs, and ends every submission', async () => {
    const pick = numbers(seed);
    using temp = tempRepo({
      files: Object.fromEntries(FOLDERS.map((name) => [`${name}/f`, 'x\n'])),
    });
    const gates = testGates(temp, 30);
    const isDeclared = kind === 'gates that declare their inputs';
    const config = isDeclared ? gates.config(FOLDERS) : gates.wholeTree;
    temp.commit('config', { 'sallyport.config.json': config });
    await using queue = await testQueue(temp, { workers: WORKERS, window: 6 });
    const handed: Handed[] = [];
    const theirs: string[] = [];
    for (let at = 0; at < SUBMISSIONS; at += 1) {
      const one = FOLDERS[pick(FOLDERS.length)] ?? 'a';
      const other = FOLDERS[pick(FOLDERS.length)] ?? 'a';
      const folders = pick(4) === 0 ? [...new Set([one, other])] : [one];
      const isBroken = pick(5) === 0;
      const text = isBroken ? 'FAIL\n' : `${at}\n`;
      const id = queue.submit(folders.map((name) => file(`${name}/s${at}.txt`, text)).join('\n'));
      handed.push({ id, folders, isBroken });
      await pause(pick(120));
      if (pick(5) === 0)
        theirs.push(await commitAsPerson(temp, `${FOLDERS[pick(4)] ?? 'a'}/p${at}`));
      const earlier = handed[pick(handed.length)];
      if (pick(7) === 0 && earlier !== undefined) queue.cancel(earlier.id);
    }
    await queue.ended(handed.map(({ id }) => id));

    for (const { id, isBroken } of handed) {
      const { state, rejections } = queue.view(id);
      const wanted = ['cancelled', isBroken ? 'rejected' : 'landed'];
      expect({ isWanted: wanted.includes(state), rejections }).toMatchObject({ isWanted: true });
    }
    const runs = gates.runs();
    const passes = new Set(
      runs.filter(({ outcome }) => outcome === 'passed').map(({ gate, inputs }) => gate + inputs),
    );
    for (const { id, folders } of handed) {
      const { landed } = queue.view(id);
      if (landed === null) continue;
      const needed = isDeclared
        ? folders.map((name) => name + temp.git('rev-parse', `${landed.commit}:${name}`))
        : [`all${temp.git('rev-parse', `${landed.commit}^{tree}`)}`];
      expect(needed.filter((key) => !passes.has(key))).toEqual([]);
    }
    expect(Math.max(...runs.map(({ living }) => living))).toBeLessThanOrEqual(WORKERS);
    const history = temp.git('rev-list', 'main').split('\n');
    expect(theirs.filter((commit) => !history.includes(commit))).toEqual([]);
    expect(temp.status()).toEqual([]);
    await queue.until(() => expect(queue.scheduler.inFlight()).toEqual([]));
    expect(await queue.scratchTrees()).toEqual([]);
    temp.fsck();
  });
});
