import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testGates } from '../support/queue-fixture.ts';
import {
  awaitReceipt,
  createBlock,
  drop,
  startDaemon,
  until,
} from '../support/sallyport-command.ts';
import { tempRepo, type TempRepo } from '../support/temp-repo.ts';

const NAMES = ['1.md', '2.md', '3.md', '4.md'];

/** Scratch worktrees that lie about. */
function scratchTrees(repo: TempRepo): readonly string[] {
  const root = join(repo.root, 'cache', 'sallyport');
  if (!existsSync(root)) return [];
  const names = readdirSync(root).filter((name) => /^[0-9a-f]{16}$/.test(name));
  return names.flatMap((name) =>
    readdirSync(join(root, name)).filter((scratch) => scratch.startsWith('sallyport-')),
  );
}

describe('a daemon that judges several submissions ahead of their turn', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)('ended by %s, it loses nothing', async (signal) => {
    using repo = tempRepo({ files: { 'a/f.txt': 'a\n', 'b/f.txt': 'b\n' } });
    const gates = testGates(repo);
    const config = { ...(JSON.parse(gates.wholeTree) as object), queue: { workers: 3 } };
    repo.commit('config', { 'sallyport.config.json': JSON.stringify(config) });
    const first = await startDaemon(repo);
    gates.hold('all');
    for (const name of NAMES) drop(repo, name, createBlock(`a/${name}.txt`, `${name}\n`));
    await until(() => gates.runs().length === 3, 'three gates run');
    await (signal === 'SIGTERM' ? first.stop() : first.kill());
    if (signal === 'SIGTERM') expect(scratchTrees(repo)).toEqual([]);
    expect(repo.git('rev-list', '--count', 'main')).toBe('2');
    gates.release('all');
    const second = await startDaemon(repo);
    for (const name of NAMES) await awaitReceipt(repo, name, 'landed');
    expect((await second.stop()).code).toBe(0);
    expect(scratchTrees(repo)).toEqual([]);
    expect(repo.git('rev-list', '--count', 'main')).toBe('6');
    // Every tree that landed was judged as it is.
    const passed = gates.runs().flatMap((run) => (run.outcome === 'passed' ? [run.inputs] : []));
    const landed = repo.git('log', '-4', '--format=%T', 'main').split('\n');
    expect(landed.filter((tree) => !passed.includes(tree))).toEqual([]);
    expect(repo.status()).toEqual([]);
    repo.fsck();
  });
});
