import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBlock, replaceBlock, sallyport, startDaemon } from '../support/sallyport-command.ts';
import { tempRepo } from '../support/temp-repo.ts';

const testOf = (name: string): string =>
  `import { test } from 'node:test';\nimport { ${name} } from '../src/${name}.js';\ntest('${name}', () => { if (${name}() !== 1) throw new Error('not 1'); });\n`;

test('a gate runs the tests that import what changed, or all where that is not known', async () => {
  using repo = tempRepo({
    files: {
      'package.json': '{ "type": "module" }\n',
      'notes.txt': 'one\n',
      'src/low.js': 'export const base = 1;\n',
      'src/a.js': "import { base } from './low.js';\nexport const a = () => base;\n",
      'src/b.js': 'export const b = () => 1;\n',
      'test/a.test.js': testOf('a'),
      'test/b.test.js': testOf('b'),
    },
  });
  const runs = join(repo.root, 'runs');
  repo.commit('config', {
    'sallyport.config.json': JSON.stringify({
      sandbox: 'off',
      gates: [
        {
          name: 'test',
          run: `echo {affectedTests} >> '${runs}' && node --test {affectedTests}`,
          shell: true,
        },
      ],
    }),
  });
  const daemon = await startDaemon(repo);
  const submit = async (input: string) => {
    rmSync(runs, { force: true });
    const { stdout } = await sallyport(repo, ['submit', '--wait', '--json', '-'], { input });
    const receipt = JSON.parse(stdout) as {
      outcome: string;
      gates: { outcome: string }[];
      notes: { code: string }[];
    };
    return {
      outcome: receipt.outcome,
      gate: receipt.gates[0]?.outcome,
      isAll: receipt.notes.some(({ code }) => code === 'all-tests'),
      ran: existsSync(runs) ? readFileSync(runs, 'utf8').trim().split('\n') : [],
    };
  };

  expect(
    await submit(replaceBlock('src/low.js', 'export const base = 1;', 'export const base = 2;')),
  ).toEqual({
    outcome: 'rejected',
    gate: 'failed',
    isAll: false,
    ran: ['test/a.test.js', 'test/a.test.js', 'test/a.test.js'],
  });
  expect(
    await submit(
      replaceBlock('src/low.js', 'export const base = 1;', 'export const base = 3 - 2;'),
    ),
  ).toEqual({
    outcome: 'landed',
    gate: 'passed',
    isAll: false,
    ran: ['test/a.test.js'],
  });
  expect(await submit(createBlock('src/new.js', 'export const unused = 1;\n'))).toEqual({
    outcome: 'landed',
    gate: 'skipped',
    isAll: false,
    ran: [],
  });
  expect(await submit(replaceBlock('notes.txt', 'one', 'two'))).toEqual({
    outcome: 'landed',
    gate: 'passed',
    isAll: true,
    ran: [''],
  });
  expect((await daemon.stop()).code).toBe(0);
});
