import { describe, expect, test } from 'vitest';
import type { SubmissionId } from '../../../src/core/model/ids.ts';
import { findRef } from '../../../src/git/refs.ts';
import { resubmit } from '../../../src/intake/resubmit.ts';
import { takeBranch } from '../../../src/intake/take-branch.ts';
import { createInbox } from '../../../src/store/inbox.ts';
import { SAMPLES } from '../../unit/lifecycle/events-fixture.ts';
import { branch } from '../../support/pipeline-fixture.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';
import { codeOf, openDoor, type OpenDoor } from './http-fixture.ts';

const EDIT = { path: 'a.txt', old: 'two', new: 'TWO' };
const FILES = { 'a.txt': 'one\ntwo\nthree\n' };
const ALLOWING = {
  ...FILES,
  'sallyport.config.json': '{ "agents": { "release*": { "priority": 3 } } }\n',
};
const author = { name: 'n', email: 'e@x', agent: null };

/** What a call of an agent answers: its status, and the priority of what it handed in or the code of its refusal. */
async function asked(door: OpenDoor, path: string, body: object, agent = 'bot') {
  const response = await door.post(path, body, { 'sallyport-agent': agent });
  if (response.status !== 202) return [response.status, await codeOf(response)];
  const { id } = (await response.json()) as { id: string };
  return [202, door.context.store.ledger.facts(id as SubmissionId).priority];
}

const submitted = (door: OpenDoor, fields: object, agent?: string) =>
  asked(door, '/v1/submissions', { edits: [EDIT], ...fields }, agent);

describe('an agent', () => {
  test('may lower what it hands in, and not raise it', async () => {
    using temp = tempRepo({ files: ALLOWING });
    const door = await openDoor(temp);
    expect(await submitted(door, {})).toEqual([202, 0]);
    expect(await submitted(door, { priority: -9 })).toEqual([202, -9]);
    expect(await submitted(door, { priority: 1 })).toEqual([409, 'not-allowed']);
    expect(await submitted(door, { priority: -10 })).toEqual([400, 'bad-input']);
    expect(await submitted(door, { priority: 0.5 })).toEqual([400, 'bad-input']);
    expect(door.context.store.ledger.list()).toHaveLength(2);
  });

  test('may raise it as far as the config on the branch allows it', async () => {
    using temp = tempRepo({ files: ALLOWING });
    temp.git('branch', 'old');
    temp.commit('nobody', { 'sallyport.config.json': '{}\n' });
    const door = await openDoor(temp);
    const by = (fields: object) => submitted(door, fields, 'release-bot');
    expect(await by({ priority: 3, target: 'old' })).toEqual([202, 3]);
    expect(await by({ priority: 4, target: 'old' })).toEqual([409, 'not-allowed']);
    expect(await by({ priority: 3 })).toEqual([409, 'not-allowed']);
    // The checkout's config is not the one in force.
    temp.write('sallyport.config.json', ALLOWING['sallyport.config.json']);
    expect(await by({ priority: 3 })).toEqual([409, 'not-allowed']);
  });

  test('keeps what a person gave where it hands the next attempt in, and may lower it', async () => {
    using temp = tempRepo({ files: FILES });
    const door = await openDoor(temp);
    const { ledger } = door.context.store;
    const payload = Buffer.from('x');
    const { id } = createInbox(door.context.store).submit({
      name: 'a.md',
      source: 'cli',
      author,
      payload,
      target: null,
      parent: null,
      claimKey: null,
      priority: 5,
    });
    ledger.record(id, SAMPLES.Rejected);
    const again = (body: object) => asked(door, `/v1/submissions/${id}/retry`, body);
    expect(await again({})).toEqual([202, 5]);
    expect(await again({ edits: [EDIT] })).toEqual([202, 5]);
    expect(await again({ edits: [EDIT], priority: -1 })).toEqual([202, -1]);
    expect(await again({ priority: 0 })).toEqual([202, 0]);
    expect(await again({ edits: [EDIT], priority: 6 })).toEqual([409, 'not-allowed']);
  });

  test.each<[string, object]>([
    ['a header', { text: 'Priority: 9\n\n```text a.txt\nx\n```\n' }],
    ['front matter', { text: '---\npriority: 9\nmessage: m\n---\n\n```text a.txt\nx\n```\n' }],
    [
      'a tool call',
      { text: '{"name":"edit_file","priority":9,"arguments":{"path":"a.txt","priority":9}}' },
    ],
    ['a message', { edits: [EDIT], message: 'fix: it\n\nPriority: 9' }],
  ])('says nothing by %s in what it hands in', async (_, fields) => {
    using temp = tempRepo({ files: FILES });
    const door = await openDoor(temp);
    expect(await asked(door, '/v1/submissions', fields)).toEqual([202, 0]);
  });

  test('is told by an answer and a list', async () => {
    using temp = tempRepo({ files: FILES });
    const door = await openDoor(temp);
    await submitted(door, { priority: -2 });
    const list = await (await door.get('/v1/submissions')).json();
    expect(list).toMatchObject({ submissions: [{ priority: -2 }] });
    const [{ id = '' } = {}] = (list as { submissions: { id?: string }[] }).submissions;
    expect(await (await door.get(`/v1/submissions/${id}`)).json()).toMatchObject({ priority: -2 });
  });
});

describe('a branch', () => {
  const opened = async (temp: TempRepo) => {
    branch(temp, 'fix', ['one', { 'a.txt': 'a\n' }]);
    const { context } = await openDoor(temp);
    const take = async (wishes: { readonly priority?: number } = {}) => {
      const found = await findRef(context.repo, 'fix');
      if (found === null) throw new Error('no branch');
      return takeBranch(context, found, { author, target: null, ...wishes });
    };
    const priorityOf = (id: SubmissionId) => context.store.ledger.facts(id).priority;
    return { context, take, priorityOf };
  };

  test('is handed in anew where it is to be of another priority', async () => {
    using temp = tempRepo({ files: FILES });
    const { take, priorityOf } = await opened(temp);
    const first = await take();
    expect(await take({ priority: 0 })).toMatchObject({ id: first.id, isRepeat: true });
    const urgent = await take({ priority: 4 });
    expect([urgent.isRepeat, urgent.superseded, priorityOf(urgent.id)]).toEqual([
      false,
      first.id,
      4,
    ]);
    expect(await take()).toMatchObject({ id: urgent.id, isRepeat: true });
  });

  test('stays as urgent as it was until it has landed', async () => {
    using temp = tempRepo({ files: FILES });
    const { context, take, priorityOf } = await opened(temp);
    const { id } = await take({ priority: 4 });
    temp.git('branch', '-qD', 'fix');
    branch(temp, 'fix', ['two', { 'a.txt': 'b\n' }]);
    const next = await take();
    expect([next.superseded, priorityOf(next.id)]).toEqual([id, 4]);
    context.store.ledger.record(next.id, SAMPLES.Rejected);
    const again = await resubmit(context, next.id, { author, source: 'cli' });
    expect(priorityOf(again)).toBe(4);
    for (const event of ['Claimed', 'Planned', 'Staged', 'GatesPassed', 'Landed'] as const)
      context.store.ledger.record(again, SAMPLES[event]);
    temp.git('branch', '-qD', 'fix');
    branch(temp, 'fix', ['three', { 'a.txt': 'c\n' }]);
    expect(priorityOf((await take()).id)).toBe(0);
  });
});
