import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { CONFIG_FILE, DEFAULT_CONFIG } from '../config/defaults.ts';
import { isFault } from '../core/model/fault.ts';
import type { Oid } from '../core/model/ids.ts';
import type { Note } from '../core/model/rejection.ts';
import type { Repository } from '../git/repository.ts';
import { findInTree, treeOf } from '../git/tree.ts';

/** The config that judges. `problem` says why it is not the one of the commit. */
export interface ConfigInForce {
  readonly config: Config;
  readonly problem: Note | null;
}

/**
 * The config of a commit, for a hook: the defaults where it has none, and also where it cannot be read, for else nobody
 * could commit the mended one. Reading it takes longer than all the rest, so that the last one read is kept.
 */
export async function configInForce(repo: Repository, commit: Oid | null): Promise<ConfigInForce> {
  const found = await findInTree(repo, await treeOf(repo, commit), CONFIG_FILE);
  if (found === null) return { config: DEFAULT_CONFIG, problem: null };
  const file = join(repo.stateDir, 'config-read.json');
  const key = keyOf(found.oid);
  const kept = keptConfig(file, key);
  if (kept !== null) return { config: kept, problem: null };
  const { configAt } = await import('../gates/config-at.ts');
  try {
    const config = await configAt(repo, commit);
    keepConfig(repo.stateDir, file, { key, config });
    return { config, problem: null };
  } catch (error) {
    if (!isFault(error) || error.code !== 'config-invalid') throw error;
    const [first = ''] = error.message.split('\n');
    return {
      config: DEFAULT_CONFIG,
      problem: { code: 'config-invalid', path: CONFIG_FILE, text: `${first}; the defaults judge` },
    };
  }
}

/** Another version of this program knows other keys, and with them other defaults. */
const keyOf = (oid: Oid): string => `${oid} ${JSON.stringify(DEFAULT_CONFIG)}`;

function keptConfig(file: string, key: string): Config | null {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { key?: unknown; config?: Config };
    return kept.key === key ? (kept.config ?? null) : null;
  } catch {
    return null;
  }
}

function keepConfig(
  folder: string,
  file: string,
  kept: { readonly key: string; readonly config: Config },
): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(kept), { mode: 0o600 });
    renameSync(draft, file);
  } catch {
    // On a server the hook runs as whoever pushes, who may not write here: then it is read anew each time.
  }
}
