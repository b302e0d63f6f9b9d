import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startAgent } from '../support/mcp-client.ts';
import { startDaemon } from '../support/sallyport-command.ts';
import { tempRepo, type TempRepo } from '../support/temp-repo.ts';

const FILES = {
  'a.js': 'export function one() {\n  return 1;\n}\n',
  'b.js': 'export function greet(name) {\n  return `hi ${name}`;\n}\n',
};
const NEW = '  return `hello ${name}`;';
const HEAD = 'export function greet(name) {\n';
/** The right text of the wrong file. */
const ELSEWHERE = { path: 'a.js', old: `${HEAD}  return \`hi \${name}\`;`, new: HEAD + NEW };
const OFFERED = {
  kind: 'wrong-file',
  sentence:
    'Edit 1 names `a.js`; of the files that were read or named, the old text stands in `b.js` alone.',
  diff: expect.stringContaining(`+${NEW}`),
};

/** A request by the daemon's socket. */
async function bySocket(
  repo: TempRepo,
  [method, path]: readonly [method: string, path: string],
  body?: unknown,
): Promise<{ readonly status: number | undefined; readonly body: Record<string, unknown> }> {
  const info = readFileSync(join(repo.dir, '.git', 'sallyport', 'daemon.json'), 'utf8');
  const { socket } = JSON.parse(info) as { readonly socket: string };
  const headers = { 'content-type': 'application/json' };
  const outgoing = request({ socketPath: socket, method, path, agent: false, headers });
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return { status: incoming.statusCode, body: JSON.parse(text) as Record<string, unknown> };
}

describe('the correction of a refused response', () => {
  test('is offered to an agent over MCP, and lands where the agent takes it', async () => {
    using repo = tempRepo({ files: FILES });
    const daemon = await startDaemon(repo);
    await using agent = await startAgent(repo, { name: 'mender' });
    const { data: read } = await agent.call('read', { paths: ['a.js', 'b.js'] });
    const refused = await agent.land({ edits: [ELSEWHERE], tokens: [read['token']] });
    const id = String(refused.data['id']);
    expect(refused.isError).toBe(true);
    expect(refused.data).toMatchObject({ state: 'rejected', repair: OFFERED });
    expect(refused.text).toContain('One correction would mend it. Edit 1 names `a.js`');
    expect(refused.data['next']).toContain(`\`resubmit\` ${id} with \`repair\` true`);
    const shown = await agent.call('show', { id, part: 'repair' });
    expect(shown.text).toMatch(/^Edit 1 names `a\.js`;[^]*\+ {2}return `hello/);
    expect(repo.git('rev-list', '--count', 'main')).toBe('1');

    const both = await agent.call('resubmit', { id, repair: true, edits: [ELSEWHERE] });
    expect([both.isError, both.text]).toEqual([true, expect.stringContaining('`repair` alone')]);
    const taken = await agent.call('resubmit', { id, repair: true });
    expect(taken.isError).toBe(false);
    const landed = await agent.call('wait', { id: taken.data['id'] });
    expect(landed.data).toMatchObject({ state: 'landed', parent: id, agent: 'mender' });
    expect(repo.show('main', 'b.js')).toBe(FILES['b.js'].replace('hi', 'hello'));
    expect(repo.show('main', 'a.js')).toBe(FILES['a.js']);

    // It is on the branch now: nothing is left to mend.
    expect((await agent.call('wait', { id })).data).toMatchObject({ repair: null });
    const again = await agent.call('resubmit', { id, repair: true });
    expect([again.isError, again.text]).toEqual([
      true,
      expect.stringContaining('No correction is offered'),
    ]);
    expect((await agent.call('show', { id, part: 'repair' })).isError).toBe(true);
    await daemon.stop();
  });

  test('is offered over HTTP, and nothing where no correction is sure', async () => {
    using repo = tempRepo({ files: FILES });
    const daemon = await startDaemon(repo);
    const land = async (body: object) => {
      const submitted = await bySocket(repo, ['POST', '/v1/submissions'], body);
      const id = String(submitted.body['id']);
      return (await bySocket(repo, ['GET', `/v1/submissions/${id}/wait?seconds=45`])).body;
    };
    const context = await bySocket(repo, ['POST', '/v1/context'], { paths: ['a.js', 'b.js'] });
    const refused = await land({ edits: [ELSEWHERE], tokens: [context.body['token']] });
    const id = String(refused['id']);
    expect(refused).toMatchObject({ state: 'rejected', repair: OFFERED });
    const show = await bySocket(repo, ['GET', `/v1/submissions/${id}/show?part=repair`]);
    expect(show.body['text']).toContain(`+${NEW}`);
    const retried = await bySocket(repo, ['POST', `/v1/submissions/${id}/retry`], { repair: true });
    expect(retried.status).toBe(202);
    const next = String(retried.body['id']);
    const ended = await bySocket(repo, ['GET', `/v1/submissions/${next}/wait?seconds=45`]);
    expect(ended.body).toMatchObject({ state: 'landed', parent: id });

    const hopeless = await land({ edits: [{ path: 'a.js', old: 'nowhere', new: 'else' }] });
    expect(hopeless).toMatchObject({ state: 'rejected', repair: null });
    const path = `/v1/submissions/${String(hopeless['id'])}/retry`;
    const none = await bySocket(repo, ['POST', path], { repair: true });
    expect([none.status, none.body]).toEqual([
      404,
      { error: expect.objectContaining({ code: 'not-found' }) },
    ]);
    await daemon.stop();
  });
});
