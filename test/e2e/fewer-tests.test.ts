import { expect, test } from 'vitest';
import { replaceBlock, sallyport, startDaemon } from '../support/sallyport-command.ts';
import { tempRepo } from '../support/temp-repo.ts';

const SUITE = [
  "import test from 'node:test';",
  "import assert from 'node:assert/strict';",
  '',
  "test('one', () => assert.equal(1, 1));",
  "test('two', () => assert.equal(2, 2));",
  '',
].join('\n');

test('a test that a person lets go lands, although the gate counts fewer of them', async () => {
  using repo = tempRepo({
    files: {
      'package.json': '{ "type": "module" }\n',
      'sum.test.js': SUITE,
      'sallyport.config.json': '{ "gates": [{ "name": "test", "run": "node --test" }] }\n',
    },
  });
  expect((await sallyport(repo, ['config', 'trust', '--yes'])).code).toBe(0);
  const daemon = await startDaemon(repo);
  const submit = async (input: string) =>
    sallyport(repo, ['submit', '--wait', '--json'], { input });
  // A failing one first, so that the daemon knows how many tests the base has.
  const failing = await submit(replaceBlock('sum.test.js', 'equal(1, 1)', 'equal(1, 2)'));
  expect(failing.code).toBe(1);

  const held = await submit(
    replaceBlock('sum.test.js', "test('two', () => assert.equal(2, 2));", ''),
  );
  expect(held.code).toBe(5);
  const { id } = JSON.parse(held.stdout) as { id: string };
  expect((await sallyport(repo, ['approve', id, '--yes'])).code).toBe(0);

  const landed = await sallyport(repo, ['wait', id, '--json']);
  await daemon.stop();
  expect([landed.code, JSON.parse(landed.stdout)]).toMatchObject([
    0,
    { outcome: 'landed', gates: [{ outcome: 'inconclusive', hold: 'weakened-check' }] },
  ]);
});
