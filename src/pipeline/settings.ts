import { CONFIG_FILE, parseConfig } from '../config/parse-config.ts';
import type { Config } from '../config/schema.ts';
import { Fault } from '../core/model/fault.ts';
import type { Oid } from '../core/model/ids.ts';
import type { Repository } from '../git/repository.ts';
import { readFileAt } from '../git/snapshot.ts';

/**
 * The config in force at a commit: the judge comes from the base, never from what is judged. Defaults where the commit
 * has none. Throws `Fault` `config-invalid`, naming each place, where it cannot be read.
 */
export async function configAt(repo: Repository, commit: Oid | null): Promise<Config> {
  const bytes = commit === null ? null : await readFileAt(repo, commit, CONFIG_FILE);
  const where = commit === null ? CONFIG_FILE : `${CONFIG_FILE} at ${commit.slice(0, 12)}`;
  const parsed = parseConfig(bytes === null ? null : Buffer.from(bytes).toString('utf8'), where);
  if (parsed.ok) return parsed.value;
  const problems = parsed.error.map(
    ({ line, column, message, expected }) => `${where}:${line}:${column}: ${message} (${expected})`,
  );
  throw new Fault('config-invalid', problems.join('\n'), {
    hint: `mend ${CONFIG_FILE} and commit it; \`sallyport config validate\` checks it first`,
  });
}
