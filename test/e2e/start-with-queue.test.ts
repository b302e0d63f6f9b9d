import { expect, test } from 'vitest';
import { createBlock, sallyport, startDaemon, until } from '../support/sallyport-command.ts';
import { tempRepo } from '../support/temp-repo.ts';

test('a daemon that finds work in the queue tells and does it while it still starts', async () => {
  using repo = tempRepo();
  const names = ['one', 'two', 'three'];
  for (const name of names) {
    const stored = await sallyport(repo, ['submit', '-'], {
      input: createBlock(`${name}.txt`, `${name}\n`),
    });
    expect(stored.code).toBe(5);
  }
  const states = async (): Promise<readonly string[]> => {
    const { stdout } = await sallyport(repo, ['log', '--json']);
    return (JSON.parse(stdout) as { readonly state: string }[]).map(({ state }) => state);
  };
  const daemon = await startDaemon(repo);
  try {
    await until(
      async () => (await states()).every((state) => state === 'landed'),
      'all have landed',
    );
  } finally {
    expect(await daemon.stop()).toMatchObject({ code: 0, signal: null });
  }
  expect(repo.git('rev-list', '--count', 'HEAD')).toBe('4');
  expect(repo.status()).toEqual([]);
});
