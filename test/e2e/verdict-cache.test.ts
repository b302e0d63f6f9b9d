import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceBlock, sallyport, startDaemon } from '../support/sallyport-command.ts';
import { tempRepo } from '../support/temp-repo.ts';

test('a verdict holds for another candidate whose declared inputs are the same, and only there', async () => {
  using repo = tempRepo({ files: { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' } });
  const runs = join(repo.root, 'runs');
  repo.commit('config', {
    'sallyport.config.json': JSON.stringify({
      sandbox: 'off',
      gates: [{ name: 'count', run: ['sh', '-c', `echo run >> '${runs}'`], inputs: ['/a.txt'] }],
    }),
  });
  let daemon = await startDaemon(repo);
  const counts: number[] = [];
  for (const [path, old] of [
    ['a.txt', 'a'],
    ['b.txt', 'b'],
    ['c.txt', 'c'],
    ['a.txt', 'new a'],
  ] as const) {
    const end = await sallyport(repo, ['submit', '--wait', '-'], {
      input: replaceBlock(path, old, `new ${old}`),
    });
    expect(end.code).toBe(0);
    counts.push(readFileSync(runs, 'utf8').split('\n').length - 1);
    if (path !== 'b.txt') continue;
    expect((await daemon.stop()).code).toBe(0);
    daemon = await startDaemon(repo);
  }
  // The first changes the input; the second has a base with the new one; the third is the same as the second, and a
  // daemon started anew knows it.
  expect(counts).toEqual([1, 2, 2, 3]);
  expect((await daemon.stop()).code).toBe(0);
});
