import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startAgent, waitFor } from '../support/mcp-client.ts';
import { startDaemon } from '../support/sallyport-command.ts';
import { tempRepo } from '../support/temp-repo.ts';

/** Ten places of one file, far enough from each other that no edit touches another's lines. */
const PLACES = Array.from({ length: 10 }, (_, at) => at);
const FILE = PLACES.map((at) => `export function place${at}() {\n  return 'old ${at}';\n}\n`).join(
  '\n',
);

describe('one file, edited by many at once', () => {
  test('ten edits in ten places through one connection: all ten land', async () => {
    using repo = tempRepo({ files: { 'src/all.ts': FILE } });
    const daemon = await startDaemon(repo);
    await using agent = await startAgent(repo);
    const { data: seen } = await agent.call('read', { paths: ['src/all.ts'] });
    const ends = await Promise.all(
      PLACES.map((at) =>
        agent.land({
          edits: [{ path: 'src/all.ts', old: `'old ${at}'`, new: `'new ${at}'` }],
          tokens: [seen['token']],
        }),
      ),
    );
    expect(ends.map(({ data }) => data['state'])).toEqual(PLACES.map(() => 'landed'));
    expect(readFileSync(join(repo.dir, 'src/all.ts'), 'utf8')).toBe(
      FILE.replaceAll("'old", "'new"),
    );
    expect(repo.git('rev-list', '--count', 'HEAD')).toBe('11');
    expect(repo.status()).toEqual([]);
    await daemon.stop();
  });

  test('ten agents, each a process of its own, each in its place: all ten land', async () => {
    using repo = tempRepo({ files: { 'src/all.ts': FILE } });
    const daemon = await startDaemon(repo);
    const agents = await Promise.all(PLACES.map((at) => startAgent(repo, { name: `agent-${at}` })));
    try {
      const ends = await Promise.all(
        agents.map(async (agent, at) => {
          const { data: seen } = await agent.call('read', { paths: ['src/all.ts'] });
          return agent.land({
            edits: [{ path: 'src/all.ts', old: `'old ${at}'`, new: `'new ${at}'` }],
            tokens: [seen['token']],
          });
        }),
      );
      expect(ends.map(({ data }) => [data['state'], data['agent']])).toEqual(
        PLACES.map((at) => ['landed', `agent-${at}`]),
      );
    } finally {
      for (const agent of agents) await agent[Symbol.asyncDispose]();
    }
    expect(readFileSync(join(repo.dir, 'src/all.ts'), 'utf8')).toBe(
      FILE.replaceAll("'old", "'new"),
    );
    await daemon.stop();
  });

  test('two that want the same line: one lands, the other hears both sides', async () => {
    using repo = tempRepo({ files: { 'src/all.ts': FILE } });
    const daemon = await startDaemon(repo);
    await using alice = await startAgent(repo, { name: 'alice' });
    await using bob = await startAgent(repo, { name: 'bob' });
    const ends = await Promise.all(
      [alice, bob].map(async (agent, at) => {
        const { data: seen } = await agent.call('read', { paths: ['src/all.ts'] });
        return agent.land({
          edits: [{ path: 'src/all.ts', old: "'old 3'", new: `'mine ${at}'` }],
          tokens: [seen['token']],
        });
      }),
    );
    const states = ends.map(({ data }) => data['state']);
    expect([...states].map(String).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'landed',
      'rejected',
    ]);
    const winner = states.indexOf('landed');
    const refused = ends[1 - winner];
    const loser = [alice, bob][1 - winner];
    if (refused === undefined || loser === undefined) throw new Error('nobody was refused');
    expect(refused).toMatchObject({
      isError: true,
      data: {
        rejections: [{ code: 'merge-conflict', path: 'src/all.ts', edit: 1 }],
        again: {
          attemptsLeft: 3,
          meanwhile: [{ submission: ends[winner]?.data['id'], agent: ['alice', 'bob'][winner] }],
        },
      },
    });
    // Both sides, and what was there before.
    for (const side of ["'old 3'", "'mine 0'", "'mine 1'"]) expect(refused.text).toContain(side);
    expect(readFileSync(join(repo.dir, 'src/all.ts'), 'utf8')).toContain(`'mine ${winner}'`);

    // The token that came with the refusal stands for what it showed: the next attempt needs no further read.
    const { token } = refused.data['again'] as { token: string };
    const again = await loser.call('resubmit', {
      id: refused.data['id'],
      edits: [{ path: 'src/all.ts', old: `'mine ${winner}'`, new: "'both'" }],
      tokens: [token],
    });
    expect((await waitFor(loser.call, again.data['id'])).data).toMatchObject({
      state: 'landed',
      parent: refused.data['id'],
    });
    expect(readFileSync(join(repo.dir, 'src/all.ts'), 'utf8')).toContain("'both'");
    await daemon.stop();
  });
});
