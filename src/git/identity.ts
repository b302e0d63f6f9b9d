import { Fault } from '../core/model/fault.ts';
import { ownConfigValues, type ConfigValues } from './config-values.ts';
import { git } from './plumbing.ts';
import type { Repository } from './repository.ts';

/** A name and address as commits carry them. */
export interface Identity {
  readonly name: string;
  readonly email: string;
}

/** What git said under a configuration that has not changed since. */
const known = new WeakMap<ConfigValues, Identity>();

/** Repositories whose committer was asked for before: a program that asks once has no use for more than the answer. */
const asked = new WeakSet<Repository>();

/** Who commits here, as git itself would decide it. Fault `no-identity` where git would refuse to commit. */
export async function committerIdentity(repo: Repository): Promise<Identity> {
  if (!asked.has(repo)) {
    asked.add(repo);
    return await askGit(repo);
  }
  const values = await ownConfigValues(repo);
  const found = (values === null ? undefined : known.get(values)) ?? (await askGit(repo));
  if (values !== null) known.set(values, found);
  return found;
}

async function askGit(repo: Repository): Promise<Identity> {
  const end = await git(repo, ['var', 'GIT_COMMITTER_IDENT'], {
    accept: [1, 128],
    config: ['user.useConfigOnly=true'],
  });
  const found = /^(.*) <(.*)> \d+ [+-]\d{4}$/.exec(end.stdout.toString('utf8').trim());
  const [, name = '', email = ''] = found ?? [];
  if (end.code === 0 && name !== '' && email !== '') return { name, email };
  throw new Fault('no-identity', 'git does not know who commits in this repository.', {
    hint: 'Run: git config user.name "Your Name" && git config user.email you@example.com',
  });
}
