import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startAgent } from '../support/mcp-client.ts';
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
    expect(refused?.isError).toBe(true);
    // Both sides, and what was there before.
    expect(refused?.text).toContain(`mine ${winner}`);
    expect(refused?.text).toContain(`mine ${1 - winner}`);
    expect(readFileSync(join(repo.dir, 'src/all.ts'), 'utf8')).toContain(`'mine ${winner}'`);
    await daemon.stop();
  });
});
