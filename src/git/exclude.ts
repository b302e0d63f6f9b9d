import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Repository } from './repository.ts';

/**
 * Makes git ignore a folder of the checkout without touching a tracked file: one line in the common
 * `info/exclude` (gitignore(5)). Does nothing where the line is there.
 */
export function excludeFolder({ commonDir }: Repository, folder: string): void {
  const file = join(commonDir, 'info', 'exclude');
  const line = `/${folder.replace(/^\/+|\/+$/g, '')}/`;
  const before = readIfThere(file);
  if (before.split('\n').some((one) => one.trim() === line)) return;
  mkdirSync(dirname(file), { recursive: true });
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  appendFileSync(file, `${gap}${line}\n`);
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
