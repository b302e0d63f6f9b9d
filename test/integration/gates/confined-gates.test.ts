import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gateEnvironment } from '../../../src/exec/environment.ts';
import { probeSandbox } from '../../../src/exec/sandbox.ts';
import { runGates } from '../../../src/gates/run-gates.ts';
import { gateTrees } from '../../support/gate-trees.ts';

const shell = (run: string) => ({ name: 'gate', run, shell: true });

const probe = await probeSandbox(gateEnvironment(process.env, []));
if (probe.sandbox === null) console.warn(`confined gates are left out: ${probe.reason}`);

describe.skipIf(probe.sandbox === null)('confined gates', () => {
  const { sandbox } = probe;

  test('see their tree and what was named, and write nothing else', async () => {
    using trees = gateTrees({ a: '1' }, { a: '2' });
    writeFileSync(join(trees.beside, 'dependency'), 'x');
    const candidate = { ...trees.candidate, readOnly: [trees.beside] };
    const report = await runGates(
      trees.request(
        [shell('grep -q 2 a && cat $BESIDE/dependency && ! touch $BESIDE/new && ! ls ../base')],
        { sandbox, candidate },
      ),
    );
    expect(report.verdicts[0]).toMatchObject({ outcome: 'passed', isUnsandboxed: false });
    expect(existsSync(join(trees.beside, 'new'))).toBe(false);
  });

  test('a program that is not there is nobody’s fault', async () => {
    using trees = gateTrees({ a: '1' }, { a: '2' });
    const gate = { name: 'gate', run: 'no-such-program-here' };
    const report = await runGates(trees.request([gate], { sandbox }));
    expect(report.holds[0]?.facts?.['detail']).toContain('no-such-program-here');
    expect(report.rejections).toEqual([]);
  });

  test('fail and are blamed as others are', async () => {
    using trees = gateTrees({ 'a.txt': 'fine\n' }, { 'a.txt': 'BAD\n' });
    const report = await runGates(
      trees.request([shell('grep -nH BAD a.txt | sed "s/:1:/:1:1: /"; ! grep -q BAD a.txt')], {
        sandbox,
      }),
    );
    expect(report.rejections[0]?.facts?.['findings']).toEqual(['a.txt:1:1: BAD']);
  });
});
