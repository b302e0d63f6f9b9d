import { describe, expect, test, vi } from 'vitest';
import { Fault } from '../../../src/core/model/fault.ts';
import { asOid, type BranchRef, type SubmissionId } from '../../../src/core/model/ids.ts';
import { NOTHING_STATED } from '../../../src/core/model/stated.ts';
import { submitBranch } from '../../../src/intake/submit-branch.ts';
import { advance, type AdvanceEnd } from '../../../src/pipeline/advance.ts';
import type { PipelineContext } from '../../../src/pipeline/pipeline-context.ts';
import { Train } from '../../../src/pipeline/train.ts';
import { createInbox } from '../../../src/store/inbox.ts';
import { branch, codes, testPipeline } from '../../support/pipeline-fixture.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

const author = { name: 'Sub Mitter', email: 'sub@example.com', agent: null };
const terms = { target: null, parent: null, claimKey: null, author };
const LINES = 'one\ntwo\nthree\nfour\nfive\n';

function handIn({ store }: PipelineContext, text: string): SubmissionId {
  const payload = Buffer.from(text);
  return createInbox(store).submit({ ...terms, name: 'a.md', source: 'cli', payload }).id;
}

async function handInBranch(
  { repo, store }: PipelineContext,
  temp: TempRepo,
  name: string,
): Promise<SubmissionId> {
  const inbox = createInbox(store);
  const payload = { ref: `refs/heads/${name}`, commit: asOid(temp.git('rev-parse', name)) };
  const place = { repo, inbox, clock: Date.now };
  return (await submitBranch(place, payload, { ...terms, stated: NOTHING_STATED })).id;
}

/** Works on a submission; where it comes to landing, that waits for `go`. */
function work(
  context: PipelineContext,
  id: SubmissionId,
  { go = Promise.resolve(), signal = new AbortController().signal } = {},
): Promise<AdvanceEnd> {
  return advance(context, id, {
    signal,
    slot: (run) => run(),
    landing: async (run) => {
      await go;
      return await run();
    },
  });
}

const file = (path: string, text: string): string => `\`\`\`text ${path}\n${text}\`\`\`\n`;

describe('submissions under way together', () => {
  test('one that is refused lets those behind it go on before it is told so', async () => {
    using temp = tempRepo({ files: { 'a.txt': LINES } });
    await using pipeline = await testPipeline(temp);
    const context = { ...pipeline.context, train: new Train() };
    const { ledger } = context.store;
    const [first, second, third] = [
      handIn(context, file('b.txt', 'b\n')),
      handIn(context, 'no edit at all\n'),
      handIn(context, file('c.txt', 'c\n')),
    ];
    const { promise: go, resolve: letGo } = Promise.withResolvers<undefined>();
    const runs = [work(context, first, { go }), work(context, second), work(context, third)];
    await vi.waitFor(() => expect(ledger.state(third)).toBe('landing'), 10_000);
    expect(ledger.view(third).base).toBe(ledger.view(first).candidate);
    expect([ledger.state(first), ledger.state(second)]).toEqual(['landing', 'planning']);
    letGo(undefined);
    await Promise.all(runs);
    expect([first, second, third].map(ledger.state)).toEqual(['landed', 'rejected', 'landed']);
    expect(ledger.view(third).attempts.targetMoved).toBe(0);
  });

  test('a branch that goes on from one under way is judged as if that had landed', async () => {
    using temp = tempRepo({ files: { 'a.txt': LINES } });
    await using pipeline = await testPipeline(temp);
    const context = { ...pipeline.context, train: new Train() };
    const { ledger } = context.store;
    branch(temp, 'lower', ['lower', { 'a.txt': LINES.replace('one', 'ONE') }]);
    const first = await handInBranch(context, temp, 'lower');
    temp.git('switch', '-qc', 'upper', 'lower');
    temp.commit('upper', { 'a.txt': LINES.replace('one', 'One') });
    temp.git('switch', '-q', 'main');
    const second = await handInBranch(context, temp, 'upper');
    const { promise: go, resolve: letGo } = Promise.withResolvers<undefined>();
    const runs = [work(context, first, { go }), work(context, second)];
    await vi.waitFor(() => expect(ledger.view(second).tip).not.toBeNull(), 10_000);
    letGo(undefined);
    await Promise.all(runs);
    expect(codes(ledger.view(second))).toEqual([]);
    expect([first, second].map(ledger.state)).toEqual(['landed', 'landed']);
    expect(temp.show('main', 'a.txt')).toBe(LINES.replace('one', 'One'));
  });

  test('one that is stopped while it is queued was not interrupted', async () => {
    using temp = tempRepo({ files: { 'a.txt': LINES } });
    await using pipeline = await testPipeline(temp);
    const context = { ...pipeline.context, train: new Train() };
    const { ledger } = context.store;
    const [first, second, third] = [
      handIn(context, file('b.txt', 'b\n')),
      handIn(context, file('c.txt', 'c\n')),
      handIn(context, file('d.txt', 'd\n')),
    ];
    const stop = new AbortController();
    const held = context.train.board('refs/heads/main' as BranchRef);
    const runs = [first, second].map((id) => work(context, id, { signal: stop.signal }));
    await new Promise((resolve) => setImmediate(resolve));
    stop.abort(new Error('stop'));
    held.leave(false);
    await Promise.all([...runs, work(context, third, { signal: stop.signal })]);
    for (const id of [first, second, third]) {
      expect([ledger.state(id), ledger.view(id).attempts.interrupted]).toEqual(['queued', 0]);
    }
  });

  test('a fault that may pass while it is taken up is tried again, and not for ever', async () => {
    using temp = tempRepo({ files: { 'a.txt': LINES } });
    await using pipeline = await testPipeline(temp);
    let faults = 1;
    class Broken extends Train {
      override board(target: Parameters<Train['board']>[0]): ReturnType<Train['board']> {
        if (faults-- > 0) throw new Fault('git-failed', 'out of processes', { retryable: true });
        return super.board(target);
      }
    }
    const context = { ...pipeline.context, train: new Broken() };
    const { ledger } = context.store;
    const id = handIn(context, file('b.txt', 'b\n'));
    const end = await work(context, id);
    expect([end.state, end.delayMs > 0]).toEqual(['queued', true]);
    expect((await work(context, id)).state).toBe('landed');
    faults = 10;
    const other = handIn(context, file('c.txt', 'c\n'));
    for (let times = 0; times < 4; times++) await work(context, other);
    expect(ledger.state(other)).toBe('failed');
  });

  test('a fault after the branch moved leaves it landed, also for who follows', async () => {
    using temp = tempRepo({ files: { 'a.txt': LINES } });
    await using pipeline = await testPipeline(temp);
    const context = { ...pipeline.context, train: new Train() };
    const { ledger } = context.store;
    const [first, second] = [
      handIn(context, file('b.txt', 'b\n')),
      handIn(context, file('c.txt', 'c\n')),
    ];
    const broken = advance(context, first, {
      signal: new AbortController().signal,
      slot: (run) => run(),
      landing: async (run) => {
        await run();
        throw new Fault('disk-full', 'no space left');
      },
    });
    await Promise.all([broken, work(context, second)]);
    expect([first, second].map(ledger.state)).toEqual(['landed', 'landed']);
    expect(ledger.view(second).attempts.targetMoved).toBe(0);
  });
});
