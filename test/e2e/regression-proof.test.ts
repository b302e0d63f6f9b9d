import { expect, test } from 'vitest';
import { createBlock, replaceBlock, sallyport, startDaemon } from '../support/sallyport-command.ts';
import { tempRepo } from '../support/temp-repo.ts';

const testOf = (condition: string): string =>
  `import { test } from 'node:test';\nimport { last } from '../src/last.js';\ntest('last', () => { if (!(${condition})) throw new Error('no'); });\n`;

const WRONG = 'export const last = (list) => list[list.length];';
const RIGHT = 'export const last = (list) => list[list.length - 1];';

test('a fix lands only with a test that fails without it', async () => {
  using repo = tempRepo({
    files: {
      'package.json': '{ "type": "module" }\n',
      'src/last.js': `${WRONG}\n`,
      'test/old.test.js': "import '../src/last.js';\n",
      'sallyport.config.json': JSON.stringify({
        gates: [{ name: 'test', run: 'node --test', regressionProof: true }],
      }),
    },
  });
  const daemon = await startDaemon(repo);
  const submit = async (message: string, ...blocks: readonly string[]) => {
    const input = `Message: ${message}\n\n${blocks.join('\n')}`;
    const { stdout } = await sallyport(repo, ['submit', '--wait', '--json', '-'], { input });
    return JSON.parse(stdout) as { readonly id: string; readonly outcome: string };
  };
  const fix = replaceBlock('src/last.js', WRONG, RIGHT);
  const unproven = {
    outcome: 'rejected',
    rejections: [{ code: 'gate-failed', reason: 'no-regression-proof' }],
  };

  const bare = await submit('fix: the last element', fix);
  expect(bare).toMatchObject(unproven);
  expect((await sallyport(repo, ['show', bare.id])).stdout).toContain('wants proof of a fix');
  const weak = createBlock('test/last.test.js', testOf('last([1, 2]) !== 3'));
  expect(await submit('fix: the last element', fix, weak)).toMatchObject(unproven);
  const strong = createBlock('test/last.test.js', testOf('last([1, 2]) === 2'));
  expect(await submit('fix: the last element', fix, strong)).toMatchObject({
    outcome: 'landed',
    gates: [{ gate: 'test', outcome: 'passed' }],
  });
  const other = replaceBlock('src/last.js', RIGHT, 'export const last = (list) => list.at(-1);');
  expect(await submit('refactor: shorter', other)).toMatchObject({ outcome: 'landed' });
  expect(repo.git('for-each-ref', 'refs/sallyport/candidates')).not.toContain('proof');
  expect((await daemon.stop()).code).toBe(0);
});
