import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentVariables } from '../../src/exec/agent-environment.ts';
import { closeRepository, openRepository, type Repository } from '../../src/git/repository.ts';
import { passOf, type Pass } from '../../src/hook/passed-trees.ts';
import { tempRepo, type TempRepo, type TempRepoOptions } from './temp-repo.ts';

/* A repository whose commits and pushes go through our hooks. */

const HOOKS = ['pre-commit', 'pre-merge-commit', 'commit-msg', 'pre-push'] as const;

/** How a git call ended. */
export interface GitEnd {
  readonly code: number;
  readonly said: string;
}

export interface CommittingRepo extends Disposable {
  readonly repo: TempRepo;
  /** Runs git with hooks, as a person without any agent's variables; each call has an author's date of its own. */
  readonly git: (args: readonly string[], options?: CallOptions) => GitEnd;
  /** Stages everything and commits it. */
  readonly commitAll: (message: string, options?: CallOptions) => GitEnd;
  /** What the index that git gave to each hook so far was before it and after it. */
  readonly indexes: () => readonly (readonly [before: string, after: string])[];
  /** What is recorded of a commit. */
  readonly passed: (revision?: string) => Promise<Pass | null>;
  /** Uses the repository as the product sees it. */
  readonly using: <T>(use: (repo: Repository) => Promise<T>) => Promise<T>;
}

export interface CallOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** The variables of an agent's process. */
export const AGENT = { CLAUDECODE: '1' } as const;

let seconds = 1_700_000_100;

/** This process's environment without what would make it an agent's. */
export function personEnv(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env };
  for (const name of [...agentVariables(env), 'SALLYPORT', 'SALLYPORT_ALLOW', 'SALLYPORT_AGENT'])
    delete env[name];
  return { ...env, ...extra };
}

/** Makes a repository with our hooks; `hook` is the script of `bundledHook`. */
export function committingRepo(hook: string, options: TempRepoOptions = {}): CommittingRepo {
  const repo = tempRepo(options);
  const log = join(repo.root, 'indexes');
  for (const name of HOOKS) {
    const sum = `[ -z "$GIT_INDEX_FILE" ] || cksum <"$GIT_INDEX_FILE" >>"${log}"`;
    const run = `"${process.execPath}" "${hook}" ${name} "$@"`;
    repo.write(
      `.git/hooks/${name}`,
      `#!/bin/sh\n${sum}\n${run}\nend=$?\n${sum}\nexit $end\n`,
      0o755,
    );
  }
  const git: CommittingRepo['git'] = (args, { env = {}, cwd = repo.dir } = {}) => {
    seconds += 1;
    const dates = { GIT_AUTHOR_DATE: `${seconds} +0000`, GIT_COMMITTER_DATE: `${seconds} +0000` };
    const end = spawnSync('git', args, {
      cwd,
      env: personEnv({ ...dates, ...env }),
      encoding: 'utf8',
    });
    return { code: end.status ?? -1, said: `${end.stdout}${end.stderr}` };
  };
  return {
    repo,
    git,
    commitAll: (message, call) => {
      repo.git('add', '-A');
      return git(['commit', '-q', '-m', message], call);
    },
    indexes: () => {
      const sums = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
      return Array.from({ length: sums.length / 2 }, (_, at) => [
        sums[2 * at] ?? '',
        sums[2 * at + 1] ?? '',
      ]);
    },
    passed: (revision = 'HEAD') =>
      using(repo, (opened) => {
        const [tree, ...parents] = repo
          .git('log', '-1', '--format=%T %P', revision)
          .split(' ')
          .filter(Boolean);
        return Promise.resolve(passOf(opened, { tree: tree as never, parents: parents as never }));
      }),
    using: (use) => using(repo, use),
    [Symbol.dispose]: () => repo.remove(),
  };
}

async function using<T>(temp: TempRepo, use: (repo: Repository) => Promise<T>): Promise<T> {
  const repo = await openRepository(temp.dir, personEnv());
  try {
    return await use(repo);
  } finally {
    await closeRepository(repo);
  }
}
