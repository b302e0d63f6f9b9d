import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { BenchGroup, BenchLine } from './bench-group.ts';

/** A benchmark that is a script of its own beside this file, and prints its lines with `--json`. */
export const scriptGroup = (name: string, about: string): BenchGroup => ({
  name,
  about,
  isOptional: true,
  run: () => {
    const script = join(import.meta.dirname, `${name}.ts`);
    const printed = execFileSync(process.execPath, [script, '--json'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 1 << 26,
    });
    return Promise.resolve(JSON.parse(printed) as readonly BenchLine[]);
  },
});
