import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Fault } from '../../../src/core/model/fault.ts';
import type { SubmissionId } from '../../../src/core/model/ids.ts';
import { advance } from '../../../src/pipeline/advance.ts';
import { land } from '../../../src/pipeline/land.ts';
import type { PipelineContext } from '../../../src/pipeline/pipeline-context.ts';
import { createInbox } from '../../../src/store/inbox.ts';
import { branch, codes, testPipeline } from '../../support/pipeline-fixture.ts';
import { file, testGates, testQueue, type TestGates } from '../../support/queue-fixture.ts';
import { replaceBlock } from '../../support/sallyport-command.ts';
import { tempRepo } from '../../support/temp-repo.ts';

const LINES = 'one\ntwo\nthree\nfour\nfive\n';
const FILES = { 'a/f.txt': 'a\n', 'b/f.txt': 'b\n', 'c/f.txt': 'c\n' };
const WIDTH = { workers: 2, window: 6 };

/** A repository with these files, gates, the config that is made for them, and its queue. */
async function gatedQueue(
  files: Readonly<Record<string, string>>,
  configOf: (gates: TestGates) => string,
) {
  const temp = tempRepo({ files });
  const gates = testGates(temp);
  temp.commit('config', { 'sallyport.config.json': configOf(gates) });
  const queue = await testQueue(temp, WIDTH);
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

describe('submissions that do not touch one another', () => {
  test('are gated at the same time, and land each on its own verdict', async () => {
    await using gated = await gatedQueue(FILES, (gates) => gates.config(['a', 'b']));
    const { temp, gates, queue } = gated;
    gates.hold('a');
    gates.hold('b');
    const ids = [queue.submit(file('a/f.txt', 'A\n')), queue.submit(file('b/f.txt', 'B\n'))];
    await queue.until(() => expect(gates.runs()).toHaveLength(2));
    gates.release('a');
    await queue.until(() => expect(queue.states(ids)).toEqual(['landed', 'gating']));
    gates.release('b');
    await queue.ended(ids);
    expect(queue.states(ids)).toEqual(['landed', 'landed']);
    expect(
      gates
        .runs()
        .map(({ gate }) => gate)
        .sort(),
    ).toEqual(['a', 'b']);
    const [first, second] = ids.map((id) => queue.view(id).landed);
    expect(second?.previous).toBe(first?.commit);
    expect(temp.status()).toEqual([]);
  });

  test('one lands before an earlier one that is still gated', async () => {
    await using gated = await gatedQueue(FILES, (gates) => gates.config(['a', 'b']));
    const { temp, gates, queue } = gated;
    gates.hold('a');
    const ids = [queue.submit(file('a/f.txt', 'A\n')), queue.submit(file('b/f.txt', 'B\n'))];
    await queue.until(() => expect(queue.states(ids)).toEqual(['gating', 'landed']));
    gates.release('a');
    await queue.ended(ids);
    // What it depends on is as it was: its gate did not run again on the new tip.
    expect(gates.runs('a')).toHaveLength(1);
    expect(queue.view(ids[0] as SubmissionId).worktree).toBeNull();
    expect(temp.show('main', 'a/f.txt')).toBe('A\n');
  });

  test('the failure of one does not have the other gated again', async () => {
    await using gated = await gatedQueue(FILES, (gates) => gates.config(['a', 'b']));
    const { gates, queue } = gated;
    gates.hold('a');
    gates.hold('b');
    const ids = [queue.submit(file('a/f.txt', 'FAIL\n')), queue.submit(file('b/f.txt', 'B\n'))];
    await queue.until(() => expect(gates.runs()).toHaveLength(2));
    gates.release('a');
    await queue.until(() => expect(queue.states(ids)[0]).toBe('rejected'));
    gates.release('b');
    await queue.ended(ids);
    expect(queue.states(ids)).toEqual(['rejected', 'landed']);
    expect(gates.runs('b')).toHaveLength(1);
  });
});

describe('a submission that waits for its turn to land', () => {
  /** The gate of `a` depends on `b` too: what changes `b` lands only once nobody is judged on it. */
  const configOf = (gates: TestGates): string => {
    const config = JSON.parse(gates.config(['a', 'b'])) as { gates: { inputs: string[] }[] };
    config.gates[0]?.inputs.push('/b/**');
    return JSON.stringify(config);
  };

  test('can be taken back, and does not land', async () => {
    await using gated = await gatedQueue(FILES, configOf);
    const { temp, gates, queue } = gated;
    gates.hold('a');
    const ids = [queue.submit(file('a/f.txt', 'A\n')), queue.submit(file('b/f.txt', 'B\n'))];
    await queue.until(() => expect(queue.states(ids)).toEqual(['gating', 'landing']));
    queue.cancel(ids[1] as SubmissionId);
    expect(queue.states(ids)).toEqual(['gating', 'cancelled']);
    gates.release('a');
    await queue.ended(ids);
    expect(queue.states(ids)).toEqual(['landed', 'cancelled']);
    expect(temp.show('main', 'b/f.txt')).toBe('b\n');
    expect(temp.status()).toEqual([]);
  });

  test('at the last moment too', async () => {
    const temp = tempRepo({ files: FILES });
    temp.commit('config', { 'sallyport.config.json': testGates(temp).config(['a']) });
    const ids: SubmissionId[] = [];
    const taken: string[] = [];
    await using queue = await testQueue(temp, WIDTH, ({ store }) => ({
      onLandingStep: (step) => {
        const [id] = ids;
        if (step !== 'checked' || id === undefined || taken.length > 0) return;
        store.ledger.cancel(id, { kind: 'person', name: 'tester' });
        taken.push(store.ledger.state(id));
      },
    }));
    ids.push(queue.submit(file('a/f.txt', 'A\n')));
    await queue.ended(ids);
    expect(taken).toEqual(['cancelled']);
    expect(queue.states(ids)).toEqual(['cancelled']);
    const next = queue.submit(file('a/f.txt', 'next\n'));
    await queue.ended([next]);
    expect(queue.states([next])).toEqual(['landed']);
    expect(temp.git('rev-list', '--count', 'main')).toBe('3');
    expect(temp.status()).toEqual([]);
    temp.remove();
  });
});

describe('submissions that depend on one another', () => {
  test('are gated at the same time, each as if those before it had landed, and land in order', async () => {
    await using gated = await gatedQueue(FILES, (gates) => gates.wholeTree);
    const { temp, gates, queue } = gated;
    gates.hold('all');
    const ids = [queue.submit(file('a/f.txt', 'A\n')), queue.submit(file('b/f.txt', 'B\n'))];
    await queue.until(() => expect(gates.runs()).toHaveLength(2));
    expect(queue.states(ids)).toEqual(['gating', 'queued']);
    gates.release('all');
    await queue.ended(ids);
    const landed = ids.map((id) => queue.view(id).landed?.commit ?? '');
    expect(temp.git('rev-list', '--reverse', '-2', 'main').split('\n')).toEqual(landed);
    const trees = landed.map((commit) => temp.git('rev-parse', `${commit}^{tree}`));
    // Both begin at once: which of them writes first is nobody's business.
    expect(
      gates
        .runs()
        .map(({ inputs }) => inputs)
        .toSorted(),
    ).toEqual(trees.toSorted());
    expect(queue.view(ids[1] as SubmissionId).verdicts.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('its inputs are those of an earlier run'),
    ]);
  });

  test('where the first fails, the second is gated again without it, and only then decided', async () => {
    await using gated = await gatedQueue(FILES, (gates) => gates.wholeTree);
    const { temp, gates, queue } = gated;
    const ids = [
      queue.submit(file('a/f.txt', 'FAIL\n')),
      queue.submit(file('b/f.txt', 'B\n')),
      queue.submit(file('c/f.txt', 'C\n')),
    ];
    await queue.ended(ids);
    expect(queue.states(ids)).toEqual(['rejected', 'landed', 'landed']);
    for (const id of ids.slice(1)) {
      const tree = temp.git('rev-parse', `${queue.view(id).landed?.commit}^{tree}`);
      const runs = gates.runs().filter(({ inputs }) => inputs === tree);
      expect(runs.map(({ outcome }) => outcome)).toContain('passed');
    }
    expect(temp.show('main', 'a/f.txt')).toBe('a\n');
    expect(await queue.scratchTrees()).toEqual([]);
  });

  test('a branch that goes on from one under way is judged as if that had landed', async () => {
    using temp = tempRepo({ files: { 'a.txt': LINES } });
    const gates = testGates(temp);
    temp.commit('config', { 'sallyport.config.json': gates.wholeTree });
    branch(temp, 'lower', ['lower', { 'a.txt': LINES.replace('one', 'ONE') }]);
    temp.git('switch', '-qc', 'upper', 'lower');
    temp.commit('upper', { 'a.txt': LINES.replace('one', 'One') });
    temp.git('switch', '-q', 'main');
    await using queue = await testQueue(temp, WIDTH);
    gates.hold('all');
    const ids = [await queue.submitBranch(temp, 'lower'), await queue.submitBranch(temp, 'upper')];
    await queue.until(() => expect(gates.runs()).toHaveLength(2));
    gates.release('all');
    await queue.ended(ids);
    expect(ids.flatMap((id) => codes(queue.view(id)))).toEqual([]);
    expect(queue.states(ids)).toEqual(['landed', 'landed']);
    expect(gates.runs()).toHaveLength(2);
    expect(temp.show('main', 'a.txt')).toBe(LINES.replace('one', 'One'));
  });

  test('one that does not apply behind another is not looked at again and again behind it', async () => {
    using temp = tempRepo({ files: { ...FILES, 'a.txt': LINES } });
    const gates = testGates(temp);
    temp.commit('config', { 'sallyport.config.json': gates.wholeTree });
    let asked = 0;
    const counting = ({ clock }: PipelineContext) => ({
      clock: () => {
        asked += 1;
        return clock();
      },
    });
    await using queue = await testQueue(temp, { workers: 4, window: 12 }, counting);
    gates.hold('all');
    const ids = [
      queue.submit(replaceBlock('a.txt', 'two', 'zwei')),
      queue.submit(replaceBlock('a.txt', 'two', 'deux')),
      queue.submit(file('b/f.txt', 'B\n')),
      queue.submit(file('c/f.txt', 'C\n')),
    ];
    await queue.until(() => expect(gates.runs().length).toBeGreaterThanOrEqual(3));
    // Nothing is left to find out until a gate ends: whoever keeps on looking asks what time it is each time.
    for (let before = -Infinity; asked - before > 50;) {
      before = asked;
      await pause(500);
    }
    gates.release('all');
    await queue.ended(ids);
    expect(queue.states(ids)).toEqual(['landed', 'rejected', 'landed', 'landed']);
    expect(await queue.scratchTrees()).toEqual([]);
  });

  test('one that is refused holds nobody up', async () => {
    await using gated = await gatedQueue(FILES, (gates) => gates.wholeTree);
    const { gates, queue } = gated;
    gates.hold('all');
    const ids = [
      queue.submit(file('a/f.txt', 'A\n')),
      queue.submit('no edit at all\n'),
      queue.submit(file('c/f.txt', 'C\n')),
    ];
    await queue.until(() => expect(gates.runs()).toHaveLength(2));
    await queue.until(() => expect(queue.states(ids)[1]).toBe('rejected'));
    gates.release('all');
    await queue.ended(ids);
    expect(queue.states(ids)).toEqual(['landed', 'rejected', 'landed']);
    expect(gates.runs()).toHaveLength(2);
  });
});

describe('a person who commits meanwhile', () => {
  test('elsewhere, costs no run', async () => {
    await using gated = await gatedQueue(FILES, (gates) => gates.config(['a', 'b']));
    const { temp, gates, queue } = gated;
    gates.hold('a');
    const id = queue.submit(file('a/f.txt', 'A\n'));
    await queue.until(() => expect(gates.runs()).toHaveLength(1));
    const theirs = temp.commit('theirs', { 'b/f.txt': 'theirs\n' });
    gates.release('a');
    await queue.ended([id]);
    expect(queue.view(id).landed?.previous).toBe(theirs);
    expect(gates.runs()).toHaveLength(1);
    expect(temp.show('main', 'b/f.txt')).toBe('theirs\n');
  });

  test('to what is depended on, ends the run at once, and another one decides', async () => {
    await using gated = await gatedQueue(FILES, (gates) => gates.config(['a', 'b']));
    const { temp, gates, queue } = gated;
    gates.hold('a');
    const id = queue.submit(file('a/f.txt', 'A\n'));
    await queue.until(() => expect(gates.runs()).toHaveLength(1));
    const theirs = temp.commit('theirs', { 'a/g.txt': 'theirs\n' });
    // The gate is still held: only its end makes room for the other run.
    await queue.until(() => expect(gates.runs()).toHaveLength(2));
    gates.release('a');
    await queue.ended([id]);
    const { landed, attempts } = queue.view(id);
    expect(landed?.previous).toBe(theirs);
    expect(attempts).toMatchObject({ interrupted: 0, transientFaults: 0 });
    expect(gates.runs().map(({ outcome }) => outcome)).toEqual(['cut off', 'passed']);
    expect(gates.runs()[1]?.inputs).toBe(temp.git('rev-parse', `${landed?.commit}:a`));
  });

  test('ends what is gated ahead as well', async () => {
    await using gated = await gatedQueue(FILES, (gates) => gates.wholeTree);
    const { temp, gates, queue } = gated;
    gates.hold('all');
    const ids = [queue.submit(file('a/f.txt', 'A\n')), queue.submit(file('b/f.txt', 'B\n'))];
    await queue.until(() => expect(gates.runs()).toHaveLength(2));
    temp.commit('theirs', { 'c/f.txt': 'theirs\n' });
    await queue.until(() => expect(gates.runs()).toHaveLength(4));
    gates.release('all');
    await queue.ended(ids);
    expect(queue.states(ids)).toEqual(['landed', 'landed']);
    expect(gates.runs().map(({ outcome }) => outcome)).toEqual([
      'cut off',
      'cut off',
      'passed',
      'passed',
    ]);
    expect(gates.runs().every(({ living }) => living <= WIDTH.workers)).toBe(true);
  });
});

describe('a submission that is cancelled', () => {
  test('is let go of while its gate runs, and those judged on top of it are judged without it', async () => {
    await using gated = await gatedQueue(FILES, (gates) => gates.wholeTree);
    const { temp, gates, queue } = gated;
    gates.hold('all');
    const ids = [queue.submit(file('a/f.txt', 'A\n')), queue.submit(file('b/f.txt', 'B\n'))];
    await queue.until(() => expect(gates.runs()).toHaveLength(2));
    queue.cancel(ids[0] as SubmissionId);
    await queue.until(() => expect(gates.runs()).toHaveLength(3));
    gates.release('all');
    await queue.ended(ids);
    expect(queue.states(ids)).toEqual(['cancelled', 'landed']);
    expect(gates.runs().map(({ outcome }) => outcome)).toEqual(['cut off', 'cut off', 'passed']);
    expect(temp.show('main', 'a/f.txt')).toBe('a\n');
  });

  test('is let go of while it is judged ahead of its turn, and the first goes on', async () => {
    await using gated = await gatedQueue(FILES, (gates) => gates.wholeTree);
    const { gates, queue } = gated;
    gates.hold('all');
    const ids = [queue.submit(file('a/f.txt', 'A\n')), queue.submit(file('b/f.txt', 'B\n'))];
    await queue.until(() => expect(gates.runs()).toHaveLength(2));
    queue.cancel(ids[1] as SubmissionId);
    await queue.until(() => expect(queue.scheduler.inFlight()).toEqual([ids[0]]));
    expect(await queue.scratchTrees()).toHaveLength(1);
    gates.release('all');
    await queue.ended(ids);
    expect(queue.states(ids)).toEqual(['landed', 'cancelled']);
    // Both are made ready side by side: either may begin first.
    const outcomes = gates.runs().map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(['cut off', 'passed']);
  });
});

describe('a stop', () => {
  test('in the middle of it all loses nothing, counts rightly, and leaves no scratch tree', async () => {
    using temp = tempRepo({ files: FILES });
    const gates = testGates(temp);
    temp.commit('config', { 'sallyport.config.json': gates.wholeTree });
    const ids: SubmissionId[] = [];
    {
      await using queue = await testQueue(temp, WIDTH);
      gates.hold('all');
      ids.push(
        queue.submit(file('a/f.txt', 'A\n')),
        queue.submit(file('a/g.txt', 'G\n')),
        queue.submit(file('b/f.txt', 'B\n')),
      );
      await queue.until(() => expect(gates.runs()).toHaveLength(2));
      await queue.scheduler.stop();
      expect(queue.scheduler.inFlight()).toEqual([]);
      expect(queue.states(ids)).toEqual(['queued', 'queued', 'queued']);
      // A stop is nobody's fault; what was judged ahead, or waited, had not even begun.
      const attempts = ids.map((id) => queue.view(id).attempts);
      expect(attempts.map(({ interrupted }) => interrupted)).toEqual([0, 0, 0]);
      expect(attempts.map(({ claims }) => claims)).toEqual([1, 0, 0]);
      expect(await queue.scratchTrees()).toEqual([]);
    }
    gates.release('all');
    await using queue = await testQueue(temp, WIDTH);
    await queue.ended(ids);
    expect(queue.states(ids)).toEqual(['landed', 'landed', 'landed']);
  });
});

describe('faults', () => {
  test('one that may pass while it is taken up is tried again, and not for ever', async () => {
    using temp = tempRepo({ files: { 'a.txt': LINES } });
    await using pipeline = await testPipeline(temp);
    const { store } = pipeline.context;
    let faults = 1;
    const payload = (id: SubmissionId): Uint8Array => {
      if (faults-- > 0) throw new Fault('git-failed', 'out of processes', { retryable: true });
      return store.ledger.payload(id);
    };
    const context = {
      ...pipeline.context,
      store: { ...store, ledger: { ...store.ledger, payload } },
    };
    const work = (id: SubmissionId) =>
      advance(context, id, {
        signal: new AbortController().signal,
        room: { slot: (run) => run(), tree: (run) => run() },
        landing: (run) => run(),
      });
    const terms = { target: null, parent: null, claimKey: null };
    const author = { name: 'Sub Mitter', email: 'sub@example.com', agent: null };
    const submit = (text: string): SubmissionId =>
      createInbox(store).submit({
        ...terms,
        author,
        name: 'a.md',
        source: 'cli',
        payload: Buffer.from(text),
      }).id;
    const id = submit(file('b.txt', 'b\n'));
    const end = await work(id);
    expect([end.state, end.delayMs > 0]).toEqual(['queued', true]);
    expect((await work(id)).state).toBe('landed');
    faults = 10;
    const other = submit(file('c.txt', 'c\n'));
    for (let times = 0; times < 4; times++) await work(other);
    expect(store.ledger.state(other)).toBe('failed');
  });

  test('one after the branch moved leaves it landed, also for those behind', async () => {
    using temp = tempRepo({ files: { 'a.txt': LINES } });
    let faults = 1;
    await using queue = await testQueue(temp, WIDTH, () => ({
      onLandingStep: (step) => {
        if (step === 'ref-moved' && faults-- > 0) throw new Fault('disk-full', 'no space left');
      },
    }));
    const ids = [queue.submit(file('b.txt', 'b\n')), queue.submit(file('c.txt', 'c\n'))];
    await queue.ended(ids);
    expect(queue.states(ids)).toEqual(['landed', 'landed']);
    expect(temp.show('main', 'b.txt')).toBe('b\n');
  });
});

describe('a landing', () => {
  test('that finds the branch moved on from itself has landed', async () => {
    using temp = tempRepo({ files: FILES });
    await using pipeline = await testPipeline(temp);
    const { context } = pipeline;
    const { ledger } = context.store;
    const payload = Buffer.from(file('a/f.txt', 'A\n'));
    const author = { name: 'Sub Mitter', email: 'sub@example.com', agent: null };
    const terms = { target: null, parent: null, claimKey: null, author };
    const inbox = createInbox(context.store);
    const { id } = inbox.submit({ ...terms, name: 'a.md', source: 'cli', payload });
    const options = { signal: new AbortController().signal, isForJudgement: true };
    const run = <T>(work: () => Promise<T>): Promise<T> => work();
    await advance(context, id, { ...options, room: { slot: run, tree: run }, landing: run });
    const submission = { facts: ledger.facts(id), view: ledger.view(id) };
    expect((await land(context, submission)).type).toBe('Landed');
    temp.commit('theirs', { 'b/f.txt': 'theirs\n' });
    expect(await land(context, submission)).toMatchObject({
      type: 'Landed',
      commit: submission.view.candidate,
    });
  });

  test('that waits is not judged again because the branch moves, until nothing is in its way', async () => {
    await using gated = await gatedQueue(FILES, (gates) => gates.wholeTree);
    const { temp, gates, queue } = gated;
    temp.write('a/f.txt', 'mine\n');
    const id = queue.submit(file('a/f.txt', 'A\n'));
    await queue.until(() => expect(queue.states([id])).toEqual(['waiting']));
    temp.write('b/f.txt', 'theirs\n');
    temp.git('commit', '-qm', 'theirs', '--only', '--', 'b/f.txt');
    const theirs = temp.head();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(queue.view(id)).toMatchObject({ state: 'waiting', attempts: { claims: 1 } });
    expect(gates.runs()).toHaveLength(1);
    temp.git('checkout', '--', 'a/f.txt');
    await queue.ended([id]);
    expect(queue.view(id).landed?.previous).toBe(theirs);
    expect(temp.show('main', 'a/f.txt')).toBe('A\n');
  });
});

describe('a submission of a higher priority', () => {
  test('lands before most of those that came before it, and ends none of their runs', async () => {
    await using gated = await gatedQueue(FILES, (gates) => gates.wholeTree);
    const { temp, gates, queue } = gated;
    gates.hold('all');
    const names = Array.from({ length: 30 }, (_, at) => `n/${String(at)}.txt`);
    const ids = names.map((name) => queue.submit(file(name, 'n\n')));
    await queue.until(() => expect(gates.runs()).toHaveLength(2));
    const urgent = queue.submit(file('urgent.txt', 'now\n'), 5);
    gates.release('all');
    await queue.ended([...ids, urgent]);
    expect(new Set(queue.states([...ids, urgent]))).toEqual(new Set(['landed']));
    const order = temp.git('rev-list', '--reverse', 'main').split('\n').slice(2);
    expect(order.indexOf(queue.view(urgent).landed?.commit ?? '')).toBeLessThan(8);
    expect(ids.map((id) => order.indexOf(queue.view(id).landed?.commit ?? ''))).toEqual(
      ids.map((_, at) => expect.toSatisfy((place: number) => place === at || place === at + 1)),
    );
    expect(
      gates
        .runs()
        .slice(0, 2)
        .map(({ outcome }) => outcome),
    ).toEqual(['passed', 'passed']);
  }, 120_000);

  test('one of a lower priority lets pass those that came later', async () => {
    await using gated = await gatedQueue(FILES, (gates) => gates.wholeTree);
    const { temp, gates, queue } = gated;
    gates.hold('all');
    const first = queue.submit(file('first.txt', 'n\n'));
    await queue.until(() => expect(gates.runs()).toHaveLength(1));
    const cleaning = queue.submit(file('cleaning.txt', 'n\n'), -1);
    const others = ['b', 'c', 'd'].map((name) => queue.submit(file(`${name}.txt`, 'n\n')));
    const all = [first, ...others, cleaning];
    await queue.until(() => expect(gates.runs().length).toBeGreaterThan(1));
    gates.release('all');
    await queue.ended(all);
    const order = temp.git('rev-list', '--reverse', 'main').split('\n').slice(2);
    const places = all.map((id) => order.indexOf(queue.view(id).landed?.commit ?? ''));
    expect(places[4]).toBeGreaterThan(places[1] ?? Infinity);
  });
});

describe('a submission that comes back before others', () => {
  test('does not end what they are judged by', async () => {
    await using gated = await gatedQueue(
      { ...FILES, 'package-lock.json': '{}\n' },
      (gates) => gates.wholeTree,
    );
    const { gates, queue } = gated;
    gates.hold('all');
    const before = queue.submit(file('package-lock.json', '{ }\n'));
    await queue.ended([before]);
    const id = queue.submit(file('a/f.txt', 'A\n'));
    await queue.until(() => expect(gates.runs()).toHaveLength(1));
    const { patchId, holds } = queue.view(before);
    const by = { kind: 'person', name: 'tester' } as const;
    const approval = { patchId: patchId ?? expect.fail(), reasons: holds.map(({ code }) => code) };
    queue.context.store.ledger.record(before, { type: 'Approved', ...approval, by, comment: '' });
    queue.scheduler.wake();
    await queue.until(() => expect(gates.runs()).toHaveLength(2));
    // Without it the first run says all there is to say.
    queue.cancel(before);
    await queue.ended([before]);
    gates.release('all');
    await queue.ended([before, id]);
    expect(queue.states([before, id])).toEqual(['cancelled', 'landed']);
    expect(gates.runs()[0]?.outcome).toBe('passed');
  });
});

describe('a gate slot', () => {
  test('is never taken twice, however many are under way', async () => {
    using temp = tempRepo({ files: FILES });
    const gates = testGates(temp, 150);
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    temp.commit('config', { 'sallyport.config.json': gates.config(names) });
    await using queue = await testQueue(temp, { workers: 2, window: 12 });
    const ids = names.map((name) => queue.submit(file(`${name}/new.txt`, `${name}\n`)));
    await queue.ended(ids);
    expect(new Set(queue.states(ids))).toEqual(new Set(['landed']));
    expect(Math.max(...gates.runs().map(({ living }) => living))).toBe(2);
    expect(gates.runs()).toHaveLength(names.length);
  });
});
