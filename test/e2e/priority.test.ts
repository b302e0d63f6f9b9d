import { expect, test } from 'vitest';
import { replaceBlock, sallyport } from '../support/sallyport-command.ts';
import { tempRepo, type TempRepo } from '../support/temp-repo.ts';

const FILES = { 'a.txt': 'one\ntwo\nthree\n' };
const input = replaceBlock('a.txt', 'two', 'TWO');
const AGENT = { SALLYPORT_AGENT: 'bot' };

async function handedIn(repo: TempRepo, args: readonly string[], env = {}): Promise<string> {
  const { code, stdout, stderr } = await sallyport(repo, args, { input, env });
  expect([code, stderr]).toEqual([5, expect.stringContaining('Stored as')]);
  return stdout.trim();
}

test('a priority is asked for, kept by the next attempt, and shown', async () => {
  using repo = tempRepo({ files: FILES });
  const id = await handedIn(repo, ['submit', '--priority', '3']);
  const plain = await handedIn(repo, ['submit', '--priority', '-0']);
  await sallyport(repo, ['cancel', id]);
  const again = await handedIn(repo, ['retry', id]);
  const lower = await handedIn(repo, ['retry', id, '--priority=-2']);
  const documentOf = async (args: readonly string[]): Promise<unknown> =>
    JSON.parse((await sallyport(repo, [...args, '--json'])).stdout) as unknown;
  expect(await documentOf(['log'])).toMatchObject([
    { id: lower, priority: -2 },
    { id: again, priority: 3 },
    { id: plain, priority: 0 },
    { id, priority: 3 },
  ]);
  expect(await documentOf(['show', id])).toMatchObject({ id, priority: 3 });
  expect(await documentOf(['status'])).toMatchObject({
    open: [{ priority: 0 }, { priority: 3 }, { priority: -2 }],
  });
  expect((await sallyport(repo, ['show', lower])).stdout).toContain('  priority -2\n');
  expect((await sallyport(repo, ['show', plain])).stdout).not.toContain('priority');
  const { stdout } = await sallyport(repo, ['status']);
  expect(stdout).toMatch(new RegExp(`^${again} .* priority \\+3$`, 'm'));
});

test('what is no priority, or more than an agent may ask for, is refused and says what may be', async () => {
  using repo = tempRepo({
    files: {
      ...FILES,
      'sallyport.config.json': '{ "agents": { "release": { "priority": 2 } } }\n',
    },
  });
  const refusal = async (args: readonly string[], env = {}) => {
    const { code, stderr } = await sallyport(repo, args, { input, env });
    return [code, stderr];
  };
  const said = expect.stringContaining('from -9 to 9, not "12"');
  expect(await refusal(['submit', '--priority', '12'])).toEqual([2, said]);
  const higher = expect.stringMatching(
    /priority \+1 is higher than the agent "bot" may ask for, which is 0\n.*sallyport\.config\.json/,
  );
  expect(await refusal(['submit', '--priority', '1'], AGENT)).toEqual([2, higher]);
  const id = await handedIn(repo, ['submit', '--priority', '-1'], AGENT);
  await handedIn(repo, ['submit', '--priority', '2'], { SALLYPORT_AGENT: 'release' });
  await sallyport(repo, ['cancel', id]);
  expect(await refusal(['retry', id, '--priority', '1'], AGENT)).toEqual([2, higher]);
});
