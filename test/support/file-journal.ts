import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { LandingIntent, LandingJournal } from '../../src/core/lifecycle/landing-intent.ts';

/** A journal in a file of JSON lines: durable enough to outlive a killed process. */
export function fileJournal(path: string): LandingJournal {
  type Line = { intent?: LandingIntent; settled?: string; result?: string };
  const lines = (): readonly Line[] =>
    existsSync(path)
      ? readFileSync(path, 'utf8')
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as Line)
      : [];
  const add = (line: Line): void => appendFileSync(path, `${JSON.stringify(line)}\n`);
  return {
    intend: (intent) => add({ intent }),
    settle: (settled, result) => add({ settled, result }),
    open: () => {
      const settled = new Set(lines().map((line) => line.settled));
      return lines().flatMap(({ intent }) =>
        intent !== undefined && !settled.has(intent.landing) ? [intent] : [],
      );
    },
  };
}
