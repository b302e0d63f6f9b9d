/** Histories made of the published versions of packages: each version is a commit on the one before. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { git } from './git-history.ts';

/** A package and successive versions of it, oldest first. */
export interface Published {
  readonly name: string;
  readonly versions: readonly string[];
}

/** Packages with files in many languages: JavaScript, TypeScript, C, C++, Python, Java, Kotlin, Swift, SCSS, Solidity. */
export const PUBLISHED: readonly Published[] = [
  { name: 'node-gyp', versions: ['13.0.0', '13.0.1', '13.0.2'] },
  { name: 'bootstrap', versions: ['5.3.6', '5.3.7', '5.3.8'] },
  { name: 'tree-sitter-javascript', versions: ['0.21.3', '0.21.4', '0.23.0'] },
  { name: 'tree-sitter-rust', versions: ['0.23.1', '0.23.2', '0.23.3'] },
  { name: 'react-native-svg', versions: ['15.15.3', '15.15.4', '15.15.5'] },
  { name: 'react-native-screens', versions: ['4.28.0', '4.30.0', '4.30.1'] },
  { name: '@openzeppelin/contracts', versions: ['5.5.0', '5.6.0', '5.6.1'] },
  { name: 'better-sqlite3', versions: ['13.0.1', '13.0.2', '13.0.3'] },
  { name: 'node-addon-api', versions: ['8.9.0', '8.9.1', '8.9.2'] },
  { name: 'express', versions: ['5.0.1', '5.1.0', '5.2.0'] },
  { name: 'eslint', versions: ['10.13.0', '10.14.0', '10.15.0'] },
  { name: 'mocha', versions: ['12.0.1', '12.0.2', '12.0.3'] },
  { name: 'fastify', versions: ['5.12.6', '5.12.7', '5.12.8'] },
  { name: 'commander', versions: ['14.0.2', '14.0.3', '15.0.0'] },
  { name: 'svelte', versions: ['5.57.1', '5.57.2', '5.57.3'] },
];

const AUTHOR = {
  GIT_AUTHOR_NAME: 'A Publisher',
  GIT_AUTHOR_EMAIL: 'publisher@example.com',
  GIT_COMMITTER_NAME: 'A Publisher',
  GIT_COMMITTER_EMAIL: 'publisher@example.com',
  GIT_AUTHOR_DATE: '2024-01-01T00:00:00Z',
  GIT_COMMITTER_DATE: '2024-01-01T00:00:00Z',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

/** Fetches one version through the npm client and unpacks it into `into`. */
function unpack(spec: string, temp: string, into: string): void {
  const packed = join(temp, 'packed');
  rmSync(packed, { recursive: true, force: true });
  mkdirSync(packed, { recursive: true });
  execFileSync('npm', ['pack', spec, '--pack-destination', packed, '--ignore-scripts'], {
    cwd: temp,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [file = ''] = readdirSync(packed);
  execFileSync('tar', ['-xzf', join(packed, file), '-C', packed]);
  const folder = readdirSync(packed).find((entry) => entry !== file) ?? 'package';
  for (const entry of readdirSync(join(packed, folder)))
    renameSync(join(packed, folder, entry), join(into, entry));
}

/** A repository in `temp` whose commits are the versions of one package. */
export function npmHistory({ name, versions }: Published, temp: string): string {
  const repo = join(temp, name.replaceAll(/[@/]/g, '-').replace(/^-/, ''));
  mkdirSync(repo, { recursive: true });
  git(repo, ['init', '-q']);
  for (const version of versions) {
    for (const entry of readdirSync(repo))
      if (entry !== '.git') rmSync(join(repo, entry), { recursive: true, force: true });
    unpack(`${name}@${version}`, temp, repo);
    git(repo, ['-c', 'core.autocrlf=false', 'add', '-A', '-f']);
    execFileSync(
      'git',
      ['-C', repo, 'commit', '-q', '--no-verify', '--allow-empty', '-m', `${name} ${version}`],
      {
        env: { ...process.env, ...AUTHOR },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
  }
  return repo;
}
