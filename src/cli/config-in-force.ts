import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderConfigProblem } from '../config/config-problem.ts';
import { CONFIG_FILE } from '../config/defaults.ts';
import { loadConfig } from '../config/load-config.ts';
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

/**
 * What a person has to know of the config file on disk, where it is not the one at a commit; null: nothing. One that
 * cannot be read is not to be committed.
 */
export async function checkoutConfigNote(
  repo: Repository,
  commit: Oid | null,
): Promise<string | null> {
  if (await isCheckoutConfigInForce(repo, commit)) return null;
  const loaded = await loadConfig(() => checkoutConfig(repo));
  const differs = `${CONFIG_FILE} in the checkout differs from the one in force`;
  if (loaded.ok) return `${differs}: commit it to put it in force.`;
  const [first, ...others] = loaded.error.map((problem) =>
    renderConfigProblem(problem, CONFIG_FILE),
  );
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `${differs}, and is not valid (${first}${more}): mend it before you commit it.`;
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
