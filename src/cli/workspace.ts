import { resolve } from 'node:path';
import { Fault } from '../core/model/fault.ts';
import type { SubmissionId } from '../core/model/ids.ts';
import { openRepository, type Repository } from '../git/repository.ts';
import { openStore, type Store } from '../store/open-store.ts';
import type { CliContext, GlobalOptions } from './cli-context.ts';

/** The repository that a command is about: `--repo`, else the current folder. */
export const repositoryOf = (context: CliContext, options: GlobalOptions): Promise<Repository> =>
  openRepository(resolve(context.cwd, options.repo ?? '.'));

/** Runs with the repository's store open, and closes it whatever happens. */
export async function withStore<T>(
  context: CliContext,
  options: GlobalOptions,
  use: (open: { readonly repo: Repository; readonly store: Store }) => Promise<T>,
): Promise<T> {
  const repo = await repositoryOf(context, options);
  const store = openStore(repo.stateDir, Date.now);
  try {
    return await use({ repo, store });
  } finally {
    store.close();
  }
}

/** A submission by its id or the start of it. Throws `Fault` usage for none or several. */
export function requireSubmission(store: Store, text: string): SubmissionId {
  const found = store.ledger.find(text);
  if (found === 'ambiguous') {
    throw new Fault('usage', `several submissions begin with ${JSON.stringify(text)}`, {
      hint: 'give more of the id; `sallyport log` lists them',
    });
  }
  if (found === null) {
    throw new Fault('usage', `there is no submission ${JSON.stringify(text)} here`, {
      hint: '`sallyport log` lists them; `--repo DIR` looks in another repository',
    });
  }
  return found;
}
