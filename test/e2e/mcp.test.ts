import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startAgent, waitFor } from '../support/mcp-client.ts';
import { sallyport, startDaemon } from '../support/sallyport-command.ts';
import { tempRepo, type TempRepo } from '../support/temp-repo.ts';

const FILES = { 'a.txt': 'one\ntwo\nthree\n', 'package-lock.json': '{}\n' };
const EDIT = { path: 'a.txt', old: 'two', new: 'TWO' };
const read = (repo: TempRepo, path: string): string => readFileSync(join(repo.dir, path), 'utf8');

describe('what a client is shown', () => {
  test('tools with schemas of both sides and hints, instructions, resources, prompts', async () => {
    using repo = tempRepo({ files: FILES });
    await using agent = await startAgent(repo);
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'read',
      'search',
      'check',
      'submit',
      'wait',
      'resubmit',
      'cancel',
      'status',
      'log',
      'show',
    ]);
    for (const tool of tools) {
      expect(tool).toMatchObject({
        title: expect.any(String),
        inputSchema: { type: 'object', additionalProperties: false },
        outputSchema: { type: 'object' },
        annotations: {
          readOnlyHint: !['submit', 'resubmit', 'cancel'].includes(tool.name),
          destructiveHint: tool.name === 'cancel',
          openWorldHint: false,
        },
      });
    }
    expect(agent.client.getInstructions()).toContain('`submit`');
    const { prompts } = await agent.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['edit_format', 'fix_rejection']);
    const { messages } = await agent.client.getPrompt({ name: 'edit_format' });
    expect(JSON.stringify(messages)).toContain('SEARCH');
    const { resourceTemplates } = await agent.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'sallyport://submission/{id}',
      'sallyport://submission/{id}/reply',
    ]);
  });

  test('standard output holds the protocol and nothing else', async () => {
    using repo = tempRepo({ files: FILES });
    const hello = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'x', version: '1' },
      },
    };
    const { code, stdout } = await sallyport(repo, ['mcp'], {
      input: `${JSON.stringify(hello)}\n`,
    });
    expect(code).toBe(0);
    for (const line of stdout.trim().split('\n').filter(Boolean)) {
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    }
  });

  test('outside a repository it says so and ends', async () => {
    using repo = tempRepo();
    const { code, stdout, stderr } = await sallyport(repo, ['mcp'], { cwd: repo.root });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('not inside a git repository');
  });
});

describe('with a daemon', () => {
  test('an edit is read, checked, submitted, waited for with progress, and landed', async () => {
    using repo = tempRepo({ files: FILES });
    const daemon = await startDaemon(repo);
    await using agent = await startAgent(repo, { name: 'alice' });
    const seen = await agent.call('read', { paths: ['a.txt'] });
    expect(seen.text).toContain('all 3 lines');
    const found = await agent.call('search', { pattern: 'TW', ignoreCase: true });
    expect(found.data).toMatchObject({
      hitCount: 1,
      files: [{ path: 'a.txt', hits: [{ line: 2, text: 'two' }] }],
    });
    const input = {
      edits: [EDIT],
      tokens: [seen.data['token']],
      message: 'feat: louder\n\nBecause.',
    };
    expect((await agent.call('check', input)).data['verdict']).toBe('would-apply');
    const { data } = await agent.call('submit', input);
    expect(data).toMatchObject({ isWorked: true, isRepeat: false });
    const progress: string[] = [];
    const ended = await agent.call('wait', { id: data['id'] }, (text) => progress.push(text));
    expect(ended).toMatchObject({ isError: false, data: { state: 'landed', agent: 'alice' } });
    expect(progress.length).toBeGreaterThan(0);
    expect(read(repo, 'a.txt')).toBe('one\nTWO\nthree\n');
    expect(repo.git('log', '-1', '--format=%B')).toContain('feat: louder\n\nBecause.');
    expect(repo.git('log', '-1', '--format=%an')).toBe('Test User');
    await daemon.stop();
  });

  test('a refused one is an error that carries the reply; mended, it lands', async () => {
    using repo = tempRepo({ files: FILES });
    const daemon = await startDaemon(repo);
    await using agent = await startAgent(repo);
    const refused = await agent.land({ edits: [{ ...EDIT, old: 'zwei' }] });
    expect(refused).toMatchObject({
      isError: true,
      data: { state: 'rejected', rejections: [{ code: 'stale-anchor', path: 'a.txt', edit: 1 }] },
    });
    expect(refused.text).toMatch(/does not stand in `a.txt`[\s\S]*## Send next[\s\S]*Next: /);
    const { id } = refused.data;
    const { messages } = await agent.client.getPrompt({
      name: 'fix_rejection',
      arguments: { id: String(id) },
    });
    expect(JSON.stringify(messages)).toContain('does not stand in');
    const reply = await agent.client.readResource({
      uri: `sallyport://submission/${String(id)}/reply`,
    });
    expect(JSON.stringify(reply)).toContain('does not stand in');
    const again = await agent.call('resubmit', { id, edits: [EDIT] });
    const ended = await waitFor(agent.call, again.data['id']);
    expect(ended.data).toMatchObject({ state: 'landed', parent: id });
    await daemon.stop();
  });

  test('a file is replaced whole only by who has read it; a read can be given later', async () => {
    using repo = tempRepo({ files: FILES });
    const daemon = await startDaemon(repo);
    await using agent = await startAgent(repo);
    const whole = { edits: [{ path: 'a.txt', content: 'all\nnew\n' }] };
    const refused = await agent.land(whole);
    expect(refused.data).toMatchObject({ rejections: [{ code: 'read-required' }] });
    const { data: seen } = await agent.call('read', { paths: ['a.txt'] });
    // The same edits, with the read that was missing.
    const again = await agent.call('resubmit', { id: refused.data['id'], tokens: [seen['token']] });
    expect((await waitFor(agent.call, again.data['id'])).data['state']).toBe('landed');
    expect(read(repo, 'a.txt')).toBe('all\nnew\n');
    // What was read before it landed is stale now.
    const stale = await agent.land({
      ...whole,
      edits: [{ path: 'a.txt', content: 'newer\n' }],
      tokens: [seen['token']],
    });
    expect(stale.data).toMatchObject({ rejections: [{ code: 'stale-read' }] });
    await daemon.stop();
  });

  test('a held one is left to a person: no tool decides', async () => {
    using repo = tempRepo({ files: FILES });
    const daemon = await startDaemon(repo);
    await using agent = await startAgent(repo);
    const held = await agent.land({
      edits: [{ path: 'package-lock.json', old: '{}', new: '{ "a": 1 }' }],
    });
    expect(held).toMatchObject({
      isError: false,
      data: { state: 'held', holds: [{ code: 'protected-path' }] },
    });
    expect(held.text).toContain('A person decides');
    const id = String(held.data['id']);
    const byAgent = { env: { CLAUDECODE: '1' } };
    expect((await sallyport(repo, ['approve', id, '--yes'], byAgent)).code).toBe(2);
    expect((await sallyport(repo, ['approve', id, '--yes'])).code).toBe(0);
    expect((await waitFor(agent.call, id)).data['state']).toBe('landed');
    await daemon.stop();
  });

  test('an agent cancels its own and nobody else’s', async () => {
    using repo = tempRepo({
      files: {
        ...FILES,
        'sallyport.config.json': '{ "gates": [{ "name": "slow", "run": "sleep 60" }] }\n',
      },
    });
    const daemon = await startDaemon(repo);
    await using alice = await startAgent(repo, { name: 'alice' });
    await using bob = await startAgent(repo, { env: { SALLYPORT_AGENT: 'bob' } });
    const { data } = await alice.call('submit', { edits: [EDIT] });
    const waiting = await alice.call('wait', { id: data['id'], seconds: 0.2 });
    expect(waiting.data).toMatchObject({ isSettled: false });
    expect(waiting.text).toContain('tells how it ends');
    const refused = await bob.call('cancel', { id: data['id'] });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('handed in by "alice", and you are "bob"');
    expect((await alice.call('cancel', { id: data['id'] })).data['state']).toBe('cancelled');
    expect(read(repo, 'a.txt')).toBe(FILES['a.txt']);
    await daemon.stop();
  });

  test('long files and long outputs come in pieces that are the whole', async () => {
    const long = Array.from({ length: 3_000 }, (_, at) => `line ${at} of a long file\n`).join('');
    using repo = tempRepo({ files: { 'long.txt': long } });
    const daemon = await startDaemon(repo);
    await using agent = await startAgent(repo);
    let text = '';
    for (let paths: readonly string[] = ['long.txt']; paths.length > 0;) {
      const { data, text: shown } = await agent.call('read', { paths });
      expect(shown.length).toBeLessThan(20_000);
      for (const file of data['files'] as { text: string }[]) text += file.text;
      paths = data['left'] as string[];
    }
    expect(text).toBe(long);
    const wide = `${'0123456789 '.repeat(10)}\n`.repeat(400);
    const { data } = await agent.land({ edits: [{ path: 'new.txt', content: wide }] });
    let payload = '';
    for (let offset: number | null = 0; offset !== null;) {
      const piece = (await agent.call('show', { id: data['id'], part: 'payload', offset })).data;
      payload += String(piece['text']);
      offset = piece['next'] as number | null;
    }
    expect(JSON.parse(payload)).toMatchObject({ arguments: { content: wide } });
    expect(repo.show('HEAD', 'new.txt')).toBe(wide);
    await daemon.stop();
  });

  test('content that means something to formats, and CRLF, land byte for byte', async () => {
    const content =
      '```ts\r\n</think>\r\n{"name":"write_file","arguments":{}}\r\nRead: a@blob:0\r\n@@ -1 +1 @@\r\n';
    using repo = tempRepo({ files: FILES, config: { 'core.autocrlf': 'false' } });
    const daemon = await startDaemon(repo);
    await using agent = await startAgent(repo);
    const ended = await agent.land({
      edits: [
        { path: 'fixtures/odd.txt', content },
        { rename: 'a.txt', to: 'b.txt' },
      ],
    });
    expect([ended.data['state'], ended.text]).toEqual(['landed', expect.any(String)]);
    expect(repo.show('HEAD', 'fixtures/odd.txt')).toBe(content);
    expect(repo.git('ls-files')).toBe('b.txt\nfixtures/odd.txt\npackage-lock.json');
    await daemon.stop();
  });
});

describe('without a daemon', () => {
  test('what is submitted is stored, and said to wait for one', async () => {
    using repo = tempRepo({ files: FILES });
    await using agent = await startAgent(repo);
    const { data, text } = await agent.call('submit', { edits: [EDIT] });
    expect(data).toMatchObject({ state: 'queued', isWorked: false });
    expect(text).toContain('sallyport start');
    const waited = await agent.call('wait', { id: data['id'] });
    expect(waited.text).toContain('sallyport start');
    const daemon = await startDaemon(repo);
    expect((await waitFor(agent.call, data['id'])).data['state']).toBe('landed');
    await daemon.stop();
  });

  test('with --start one is started in the background when edits come in', async () => {
    using repo = tempRepo({ files: FILES });
    await using agent = await startAgent(repo, { args: ['--start'] });
    expect((await agent.call('status')).data['isWorked']).toBe(false);
    try {
      const ends = await Promise.all([
        agent.land({ edits: [EDIT] }),
        agent.land({ edits: [{ path: 'a.txt', old: 'three', new: 'THREE' }] }),
      ]);
      expect(ends.map(({ data }) => data['state'])).toEqual(['landed', 'landed']);
    } finally {
      expect((await sallyport(repo, ['stop'])).code).toBe(0);
    }
  });
});

test('an agent in a worktree of its own reads and edits the branch that the daemon guards', async () => {
  using repo = tempRepo({ files: FILES });
  const mine = join(repo.root, 'mine');
  repo.git('worktree', 'add', '-q', '-b', 'agent/work', mine);
  repo.commit('main goes on', { 'a.txt': 'one\ntwo\nthree\nfour\n' });
  const daemon = await startDaemon(repo);
  await using agent = await startAgent(repo, { cwd: mine });
  const { data } = await agent.call('read', { paths: ['a.txt'] });
  expect(data).toMatchObject({ target: 'main', files: [{ text: 'one\ntwo\nthree\nfour\n' }] });
  expect((await agent.land({ edits: [EDIT], tokens: [data['token']] })).data['state']).toBe(
    'landed',
  );
  expect(read(repo, 'a.txt')).toBe('one\nTWO\nthree\nfour\n');

  // Or it commits there, and hands its branch in.
  repo.gitIn(mine, 'commit', '-q', '--allow-empty', '-m', 'nothing');
  repo.gitIn(mine, 'mv', 'package-lock.json', 'lock.json');
  repo.gitIn(mine, 'checkout', '-q', 'HEAD', '--', 'package-lock.json');
  repo.gitIn(mine, 'add', '-A');
  repo.gitIn(mine, 'commit', '-q', '-m', 'a copy');
  const landed = await agent.land({ branch: 'agent/work' });
  expect(landed.data).toMatchObject({ state: 'landed', files: [{ path: 'lock.json' }] });
  await daemon.stop();
});
