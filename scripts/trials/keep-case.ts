import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TrialRun } from './run-trials.ts';
import { bytesOf } from './text-file.ts';

/** Writes a trial down for debugging: the response, the files before and as intended, and what the engine made. */
export function keepCase(folder: string, run: TrialRun): void {
  const { variant, dialect, draft, response, verdict } = run;
  const name = `${verdict.verdict}-${variant.name}-${dialect.name}-${draft.scene.id}`;
  const write = (file: string, content: string | Uint8Array): void => {
    const path = join(folder, name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  write('response.md', response);
  write('why.txt', `${verdict.why.join('\n')}\nintent: ${draft.intent}\n`);
  for (const { path, before, after } of draft.world) {
    if (before !== null) write(`before/${path}`, bytesOf(before));
    if (after !== null) write(`after/${path}`, bytesOf(after));
  }
  for (const [path, bytes] of verdict.made ?? []) if (bytes !== null) write(`made/${path}`, bytes);
}
