import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Packages of the Debian release that this machine runs, fetched by its own `apt-get` into a temporary folder. */
export interface DebianPackages {
  /** Folder with the unpacked upstream files of a source package; null where it cannot be fetched. */
  readonly sources: (name: string) => string | null;
  /** The same of a package as it is installed, for languages that are published as their sources. */
  readonly files: (name: string) => string | null;
  /** Removes what was given. */
  readonly drop: (folder: string) => void;
  /** Removes the temporary folder. */
  readonly close: () => void;
}

const SOURCES = '/etc/apt/sources.list.d';

/** Reads the lists of source packages anew; the machine's own lists and settings stay as they are. */
export function debianPackages(): DebianPackages {
  const root = mkdtempSync(join(tmpdir(), 'sallyport-sources-'));
  for (const name of ['parts', 'lists/partial', 'cache/archives/partial', 'unpacked']) {
    mkdirSync(join(root, name), { recursive: true });
  }
  for (const name of readdirSync(SOURCES).filter((entry) =>
    /^debian\.(?:sources|list)$/.test(entry),
  )) {
    const text = readFileSync(join(SOURCES, name), 'utf8');
    const asSources = text.replace(/^Types:.*$/gm, 'Types: deb-src').replace(/^deb /gm, 'deb-src ');
    writeFileSync(join(root, 'parts', name), asSources);
  }
  const config = join(root, 'apt.conf');
  writeFileSync(
    config,
    [
      'Dir::Etc::sourcelist "/dev/null";',
      `Dir::Etc::sourceparts "${root}/parts";`,
      `Dir::State::lists "${root}/lists";`,
      `Dir::Cache "${root}/cache";`,
    ].join('\n'),
  );
  const apt = (args: readonly string[], cwd: string, more: object = {}): void => {
    execFileSync('apt-get', ['-qq', '-o', 'APT::Sandbox::User=root', ...args], {
      cwd,
      env: { ...process.env, ...more, LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  };
  const fetchInto = (name: string, fetch: (folder: string) => void): string | null => {
    const folder = mkdtempSync(join(root, 'unpacked', `${name}-`));
    try {
      fetch(folder);
      return folder;
    } catch {
      rmSync(folder, { recursive: true, force: true });
      return null;
    }
  };
  const ofSources = { APT_CONFIG: config };
  apt(['update'], root, ofSources);
  return {
    sources: (name) =>
      fetchInto(name, (folder) => {
        apt(['source', '--download-only', name], folder, ofSources);
        unpackSources(folder);
      }),
    files: (name) =>
      fetchInto(name, (folder) => {
        apt(['download', name], folder);
        unpackFiles(folder);
      }),
    drop: (folder) => rmSync(folder, { recursive: true, force: true }),
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** What was published; what Debian adds to it stays packed. */
function unpackSources(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/\.tar\.\w+$/.test(name) || /\.debian\.tar/.test(name)) continue;
    const into = join(folder, name.replace(/\.tar\.\w+$/, ''));
    mkdirSync(into);
    execFileSync('tar', ['-xf', join(folder, name), '-C', into, '--no-same-owner']);
    rmSync(join(folder, name));
  }
}

function unpackFiles(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.deb'))) {
    execFileSync('dpkg-deb', ['-x', join(folder, name), folder]);
    rmSync(join(folder, name));
  }
}
