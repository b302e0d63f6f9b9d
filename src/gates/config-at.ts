import type { Config } from '../config/config.ts';
import { renderConfigProblem, type ConfigProblem } from '../config/config-problem.ts';
import { CONFIG_FILE } from '../config/defaults.ts';
import { loadConfig } from '../config/load-config.ts';
import { Fault } from '../core/model/fault.ts';
import type { Oid } from '../core/model/ids.ts';
import type { Repository } from '../git/repository.ts';
import { readFileAt } from '../git/snapshot.ts';

/**
 * The config in force at a commit: the judge comes from the base, never from what is judged. Defaults where the commit
 * has none. Throws `Fault` `config-invalid`, naming each place, where it cannot be read.
 */
export async function configAt(repo: Repository, commit: Oid | null): Promise<Config> {
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
