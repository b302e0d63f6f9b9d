import { describe, expect, test } from 'vitest';
import { createInbox } from '../../../src/store/inbox.ts';
import { check } from '../../../src/intake/verbs/check.ts';
import { runVerb } from '../../../src/intake/verbs/run-verb.ts';
import { openApiDocument } from '../../../src/intake/http/openapi.ts';
import type { SubmissionId } from '../../../src/core/model/ids.ts';
import { until } from '../../support/sallyport-command.ts';
import { tempRepo } from '../../support/temp-repo.ts';
import { codeOf, openDoor, TOKEN, type OpenDoor } from './http-fixture.ts';

const FILES = { 'a.txt': 'one\ntwo\nthree\n', 'src/b.ts': 'export const b = 1;\n' };
const EDIT = { path: 'a.txt', old: 'two', new: 'TWO' };

const json = async (response: Response): Promise<Record<string, unknown>> =>
  (await response.json()) as Record<string, unknown>;

describe('the verbs', () => {
  test('read, check, submit, show, cancel, retry', async () => {
    using temp = tempRepo({ files: FILES });
    const { get, post } = await openDoor(temp);
    const agent = { 'sallyport-agent': 'alice' };
    const read = await json(await post('/v1/context', { paths: ['a.txt'] }, agent));
    expect(read).toMatchObject({
      target: 'main',
      commit: temp.head(),
      files: [{ path: 'a.txt', first: 1, last: 3, text: 'one\ntwo\nthree\n' }],
      left: [],
    });
    const tokens = [read['token']];
    expect(await json(await post('/v1/check', { edits: [EDIT], tokens }))).toMatchObject({
      verdict: 'would-apply',
      base: temp.head(),
      files: [{ path: 'a.txt', linesAdded: 1, linesRemoved: 1 }],
    });
    const submitted = await post('/v1/submissions', { edits: [EDIT], tokens }, agent);
    const { id } = await json(submitted);
    expect([submitted.status, submitted.headers.get('location')]).toEqual([
      202,
      `/v1/submissions/${String(id)}`,
    ]);
    const shown = await json(await get(`/v1/submissions/${String(id)}/show?part=payload`));
    expect(JSON.parse(String(shown['text']))).toMatchObject({ name: 'edit_file' });
    expect(await json(await get(`/v1/submissions/${String(id)}`))).toMatchObject({
      id,
      state: 'queued',
      agent: 'alice',
    });
    expect(await json(await get('/v1/submissions?mine=true', agent))).toMatchObject({
      submissions: [{ id, state: 'queued', agent: 'alice' }],
    });

    const byBob = await post(
      `/v1/submissions/${String(id)}/cancel`,
      {},
      { 'sallyport-agent': 'bob' },
    );
    expect([byBob.status, await codeOf(byBob)]).toEqual([403, 'not-yours']);
    const early = await post(`/v1/submissions/${String(id)}/retry`, {}, agent);
    expect([early.status, await codeOf(early)]).toEqual([409, 'not-allowed']);
    const cancelled = await post(`/v1/submissions/${String(id)}/cancel`, '', agent);
    expect(await json(cancelled)).toEqual({ id, state: 'cancelled' });
    const again = await json(await post(`/v1/submissions/${String(id)}/retry`, '', agent));
    expect(
      await json(await get(`/v1/submissions/${String(again['id'])}/wait?seconds=0`)),
    ).toMatchObject({ state: 'queued', parent: id, isSettled: false });
  });

  test('a check tells what would be refused, and what a person would be asked', async () => {
    using temp = tempRepo({ files: { ...FILES, 'package-lock.json': '{}\n' } });
    const { context, post } = await openDoor(temp);
    const judge = async (edits: readonly object[]) => json(await post('/v1/check', { edits }));
    expect(
      await judge([
        { ...EDIT, old: 'zwei' },
        { path: 'b.txt', content: 'b\n' },
      ]),
    ).toMatchObject({
      verdict: 'would-be-refused',
      files: [],
      rejections: [{ code: 'stale-anchor', path: 'a.txt', edit: 1 }],
    });
    expect(await judge([{ path: 'package-lock.json', old: '{}', new: '{ }' }])).toMatchObject({
      verdict: 'would-be-held',
      holds: [{ code: 'protected-path' }],
    });
    expect(await judge([{ path: 'a.txt', content: 'whole\n' }])).toMatchObject({
      rejections: [{ code: 'read-required' }],
    });
    expect(context.store.ledger.list()).toEqual([]);
  });

  test('an answer stays small, however much is wrong', async () => {
    const long = Array.from(
      { length: 200 },
      (_, at) => `a line of some length, number ${at}\n`,
    ).join('');
    using temp = tempRepo({ files: { 'long.txt': long } });
    const { context, post } = await openDoor(temp);
    const edits = Array.from({ length: 150 }, (_, at) => ({
      path: 'long.txt',
      old: `a line of another length, number ${at}\nand one more`,
      new: 'x',
    }));
    const answer = await (await post('/v1/check', { edits })).text();
    expect(answer.length).toBeLessThan(30_000);
    expect(JSON.parse(answer)).toMatchObject({ verdict: 'would-be-refused' });
    const call = {
      source: 'mcp',
      agent: 'x',
      signal: AbortSignal.timeout(60_000),
      progress: () => undefined,
    } as const;
    const end = await runVerb(check, context, { edits }, call);
    expect(end.ok && end.value.text.length).toBeLessThan(16_000);
  });

  test('many at once are all answered', async () => {
    using temp = tempRepo({ files: FILES });
    const { post } = await openDoor(temp);
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        at % 2 === 0
          ? post('/v1/search', { pattern: 'two' })
          : post('/v1/check', { edits: [EDIT] }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  test('a call that is made again with its key hands nothing in twice', async () => {
    using temp = tempRepo({ files: FILES });
    const { context, post } = await openDoor(temp);
    const key = { 'idempotency-key': 'call-1' };
    const first = await json(await post('/v1/submissions', { edits: [EDIT] }, key));
    const second = await json(await post('/v1/submissions', { edits: [EDIT] }, key));
    expect(second).toMatchObject({ id: first['id'], isRepeat: true });
    expect((await json(await post('/v1/submissions', { edits: [EDIT] })))['id']).not.toBe(
      first['id'],
    );
    expect(context.store.ledger.list()).toHaveLength(2);
  });

  test('a refusal says why, as every error does', async () => {
    using temp = tempRepo({ files: FILES });
    const { get, post, errors } = await openDoor(temp);
    const cases: readonly (readonly [Response, number, string])[] = [
      [await get('/v1/nowhere'), 404, 'no-such-endpoint'],
      [await get('/v1/context'), 405, 'wrong-method'],
      [await get('/v1/submissions/00000000'), 404, 'not-found'],
      [await get('/v1/submissions/a/wait?seconds=x'), 400, 'bad-input'],
      [await post('/v1/check', '{'), 400, 'bad-input'],
      [await post('/v1/check', '[]'), 400, 'bad-input'],
      [await post('/v1/check', {}), 400, 'bad-input'],
      [await post('/v1/check', '{}', { 'content-type': 'text/plain' }), 415, 'not-json'],
      [await post('/v1/search', { pattern: 'a', target: 'nope' }), 404, 'unknown-target'],
    ];
    for (const [response, status, code] of cases) {
      expect([response.status, await codeOf(response)]).toEqual([status, code]);
    }
    expect(errors).toEqual([]);
  });

  test('the document that is served is the one that is made of the schemas', async () => {
    using temp = tempRepo();
    const { context, get } = await openDoor(temp);
    expect(await json(await get('/openapi.json'))).toEqual(openApiDocument(context.version));
  });
});

/** Every text of a value, as a program would have it after parsing. */
function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}

describe('hostile requests', () => {
  test('no spelling of a path leads out of the repository', async () => {
    using temp = tempRepo({ files: FILES });
    const { post } = await openDoor(temp);
    for (const path of [
      '../../../../etc/passwd',
      '/etc/passwd',
      'src/../../x',
      '..\\..\\x',
      'a.txt/../../x',
      '.git/config',
      '.GIT/config',
      'git~1/config',
      'C:\\x',
      '~/x',
      'a\u0000.txt',
      '//server/share',
    ]) {
      const answer = await post('/v1/context', { paths: [path] });
      expect([path, answer.status, await codeOf(answer)]).toEqual([path, 400, 'unsafe-path']);
    }
  });

  test('a link in the tree is not followed', async () => {
    using temp = tempRepo({ files: FILES });
    const blob = temp.git('hash-object', '-w', '--stdin').trim();
    temp.git('update-index', '--add', '--cacheinfo', `120000,${blob},link`);
    temp.git('commit', '-qm', 'a link');
    const answer = await (await openDoor(temp)).post('/v1/context', { paths: ['link'] });
    expect([answer.status, await codeOf(answer)]).toEqual([422, 'symlink']);
  });

  test.each([
    ['backtracking', '^(a+)+$'],
    ['huge repeats', '((((a{1,100}){1,100}){1,100}){1,100}){1,100}'],
    ['unclosed', '(('],
  ])('an expression that bombs is refused: %s', async (_name, pattern) => {
    using temp = tempRepo({ files: { 'a.txt': `${'a'.repeat(5_000)}b\n` } });
    const answer = await (await openDoor(temp)).post('/v1/search', { pattern, regex: true });
    expect([answer.status, await codeOf(answer)]).toEqual([400, 'bad-pattern']);
  });

  test('a body past the limit is not read, whether its length is told or not', async () => {
    using temp = tempRepo();
    const { post, url } = await openDoor(temp, 1_000);
    const big = JSON.stringify({ text: 'x'.repeat(5_000) });
    const told = await post('/v1/check', big);
    expect([told.status, await codeOf(told)]).toEqual([413, 'body-too-large']);
    const untold = await fetch(`${url}/v1/check`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: new Blob([big]).stream(),
      duplex: 'half',
    });
    expect([untold.status, await codeOf(untold)]).toEqual([413, 'body-too-large']);
  });

  test('nothing that comes back acts on a terminal', async () => {
    using temp = tempRepo({ files: FILES });
    const { context, get, post } = await openDoor(temp);
    const evil = '\u001b[31mred\u009b2J\u202egnp.exe';
    for (const input of [{ name: evil }, { agent: evil }, { target: evil }]) {
      const answer = await post('/v1/submissions', { edits: [EDIT], ...input });
      expect([answer.status, await codeOf(answer)]).toEqual([400, 'bad-input']);
    }
    // A file of that name may be dropped into the inbox by anybody.
    createInbox(context.store).submit({
      name: evil,
      source: 'drop-folder',
      author: { name: evil, email: 'e@e.x', agent: null },
      payload: Buffer.from(evil),
      target: evil,
      parent: null,
      claimKey: null,
    });
    const id = context.store.ledger.list()[0]?.id ?? '';
    const answers = await Promise.all(
      [
        '/v1/status',
        '/v1/submissions',
        `/v1/submissions/${id}`,
        `/v1/submissions/${id}/show`,
        `/v1/submissions/${id}/show?part=history`,
      ].map(async (path) => (await json(await get(path))) as unknown),
    );
    const events = await fetchEvents({ get }, '/v1/events?after=0', 1);
    const texts = [...stringsIn(answers), events];
    expect(texts.join('')).toContain('red');
    expect(texts.filter((text) => /(?![\n\t])[\p{Cc}\p{Cf}]/u.test(text))).toEqual([]);
  });
});

/** Reads so many events from a stream, then hangs up. */
async function fetchEvents(
  { get }: Pick<OpenDoor, 'get'>,
  path: string,
  count: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await get(path, headers);
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  let text = '';
  if (response.body === null) throw new Error('no body');
  for await (const chunk of response.body) {
    text += Buffer.from(chunk).toString('utf8');
    if (text.split('\nevent: ').length > count) break;
  }
  return text;
}

describe('events', () => {
  const idsIn = (text: string): readonly number[] =>
    Array.from(text.matchAll(/^id: (\d+)$/gm), ([, id]) => Number(id));

  test('come as they happen, and a reader that was cut off misses none', async () => {
    using temp = tempRepo({ files: FILES });
    const open = await openDoor(temp);
    const submit = async (): Promise<string> =>
      String((await json(await open.post('/v1/submissions', { edits: [EDIT] })))['id']);
    const [first, second] = [await submit(), await submit()];
    const begun = await fetchEvents(open, '/v1/events?after=0', 1);
    expect(begun).toContain(`"submission":"${first}"`);
    const [seen = 0] = idsIn(begun);
    const rest = await fetchEvents(open, '/v1/events', 1, { 'last-event-id': String(seen) });
    expect(idsIn(rest)).toEqual([seen + 1]);
    expect(await fetchEvents(open, `/v1/events?after=0&submission=${second}`, 1)).not.toContain(
      first,
    );

    const live = fetchEvents(open, '/v1/events', 1);
    // Whether it had begun to listen or not: what happens is not lost, since it starts behind the last event.
    const third = submit();
    await submit();
    expect(await live).toContain(
      await Promise.race([third, live.then(() => '"type":"Submitted"')]),
    );
  });

  test('a stream that nobody needs is closed, and their number is bounded', async () => {
    using temp = tempRepo();
    const open = await openDoor(temp);
    const streams = await Promise.all(Array.from({ length: 64 }, () => open.get('/v1/events')));
    const tooMany = await open.get('/v1/events');
    expect([tooMany.status, await codeOf(tooMany)]).toEqual([503, 'too-many-streams']);
    await streams[0]?.body?.cancel();
    for (let tries = 0; (await open.get('/v1/events')).status !== 200; tries += 1) {
      if (tries > 200) throw new Error('a stream that was closed still counts');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });

  test('of a submission that is not there', async () => {
    using temp = tempRepo();
    const { get } = await openDoor(temp);
    const answer = await get('/v1/events?submission=00000000');
    expect([answer.status, await codeOf(answer)]).toEqual([404, 'not-found']);
  });

  test('what is no number of an event', async () => {
    using temp = tempRepo();
    const { get } = await openDoor(temp);
    for (const after of ['x', '-1', '1.5', '1e99']) {
      expect(await codeOf(await get(`/v1/events?after=${after}`))).toBe('bad-input');
    }
  });
});

test('a wait ends with the connection of who waits', async () => {
  using temp = tempRepo({ files: FILES });
  const { context, post, url } = await openDoor(temp);
  const { id } = await json(await post('/v1/submissions', { edits: [EDIT] }));
  let looks = 0;
  const { ledger } = context.store;
  const { state } = ledger;
  Object.assign(ledger, {
    state: (of: SubmissionId) => {
      looks += 1;
      return state(of);
    },
  });
  // Somebody works the queue, or else nobody would wait.
  Object.assign(context, { daemon: () => ({ pid: process.pid }) });
  const hangUp = new AbortController();
  const waiting = fetch(`${url}/v1/submissions/${String(id)}/wait`, {
    headers: { authorization: `Bearer ${TOKEN}` },
    signal: hangUp.signal,
  });
  await until(() => looks > 3, 'the wait is under way');
  hangUp.abort();
  await expect(waiting).rejects.toThrow('aborted');
  let before = -1;
  await until(
    async () => {
      before = looks;
      await new Promise((resolve) => setTimeout(resolve, 500));
      return looks === before;
    },
    'nobody looks any more',
    20_000,
  );
});

test('closing ends streams and refuses what comes later', async () => {
  using temp = tempRepo({ files: FILES });
  const { door, get } = await openDoor(temp);
  const stream = await get('/v1/events');
  await door.close();
  expect(await stream.text()).toBe('retry: 2000\n\n');
  const late = await get('/v1/status');
  expect([late.status, await codeOf(late)]).toEqual([503, 'stopping']);
});
