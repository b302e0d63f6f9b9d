import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');

/** What was measured, whatever the figures are. */
test.each(['store', 'verdict', 'landing', 'worktree'])(
  'the %s benchmark measures',
  async (group) => {
    const args = ['scripts/bench.ts', '--only', group, '--files', '100', '--json'];
    const { stdout } = await run(process.execPath, args, { cwd: root });
    const lines = JSON.parse(stdout) as readonly {
      readonly name: string;
      readonly value: number;
    }[];
    expect(lines.length).toBeGreaterThan(0);
    for (const { name, value } of lines) {
      expect(name).toContain(`${group}: `);
      expect(value).toBeGreaterThan(0);
    }
  },
);
