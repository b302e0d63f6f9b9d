import type { Config } from '../config/config.ts';
import { renderConfigProblem, type ConfigProblem } from '../config/config-problem.ts';
import { CONFIG_FILE } from '../config/defaults.ts';
import { loadConfig } from '../config/load-config.ts';
import { Fault } from '../core/model/fault.ts';
import type { Oid } from '../core/model/ids.ts';
import type { Repository } from '../git/repository.ts';
import { readFileAt } from '../git/snapshot.ts';
import { findInTree, treeOf } from '../git/tree.ts';

/** What files of the config say, by the ids of their contents, of those used last. */
const known = new WeakMap<Repository, Map<Oid, Config>>();
const MOST_KEPT = 16;

/**
 * The config in force at a commit: the judge comes from the base, never from what is judged. Defaults where the commit
 * has none. Throws `Fault` `config-invalid`, naming each place, where it cannot be read.
 */
export async function configAt(repo: Repository, commit: Oid | null): Promise<Config> {
  const file = await findInTree(repo, await treeOf(repo, commit), CONFIG_FILE);
  const kept = known.get(repo) ?? new Map<Oid, Config>();
  known.set(repo, kept);
  const config = (file === null ? undefined : kept.get(file.oid)) ?? (await readAt(repo, commit));
  if (file !== null) keep(kept, file.oid, config);
  return config;
}

function keep(kept: Map<Oid, Config>, oid: Oid, config: Config): void {
  // The order of the map is the order of use.
  kept.delete(oid);
  kept.set(oid, config);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
}

async function readAt(repo: Repository, commit: Oid | null): Promise<Config> {
  const loaded = await loadConfig((path) =>
    commit === null ? Promise.resolve(null) : readFileAt(repo, commit, path),
  );
  if (loaded.ok) return loaded.value.config;
  throw invalidConfig(
    commit === null ? CONFIG_FILE : `${CONFIG_FILE} (at ${commit.slice(0, 12)})`,
    loaded.error,
  );
}

/** The fault that lists what is wrong with a config file, one `file:line:column` per problem. */
export function invalidConfig(where: string, problems: readonly ConfigProblem[]): Fault {
  const lines = problems.map((problem) => renderConfigProblem(problem, where));
  return new Fault('config-invalid', lines.join('\n'), {
    hint: `Mend ${CONFIG_FILE} and commit it; \`sallyport config validate\` checks the file on disk.`,
  });
}
