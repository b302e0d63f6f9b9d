import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { BenchGroup, BenchLine } from './bench-group.ts';

/** Benchmarks that are scripts of their own beside this file, and print their lines with `--json`. */
export const scriptGroup = (
  group: Pick<BenchGroup, 'name' | 'about' | 'isOptional'>,
  scripts: readonly string[] = [group.name],
): BenchGroup => ({
  ...group,
  run: () => Promise.resolve(scripts.flatMap(linesOf)),
});

function linesOf(script: string): readonly BenchLine[] {
  const file = join(import.meta.dirname, `${script}.ts`);
  const printed = execFileSync(process.execPath, [file, '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 1 << 26,
  });
  return JSON.parse(printed) as readonly BenchLine[];
}
