import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONFIG_FILE } from '../config/defaults.ts';
import type { Oid } from '../core/model/ids.ts';
import type { Repository } from '../git/repository.ts';
import { readFileAt } from '../git/snapshot.ts';

/** Whether the config file on disk is the one at a commit, which is the one that judges. Line endings do not count. */
export async function isCheckoutConfigInForce(
  repo: Repository,
  commit: Oid | null,
): Promise<boolean> {
  const committed = commit === null ? null : await readFileAt(repo, commit, CONFIG_FILE);
  return textOf(committed) === textOf(await checkoutConfig(repo));
}

/** The config file's bytes as they are on disk; null where there is none. */
export async function checkoutConfig(repo: Repository): Promise<Uint8Array | null> {
  try {
    return await readFile(join(repo.worktree, CONFIG_FILE));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

const textOf = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes).toString('utf8').replaceAll('\r\n', '\n');
