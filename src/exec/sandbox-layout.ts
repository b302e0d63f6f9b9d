import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What of this machine a confined command may see. Every path is absolute and exists. */
export interface SandboxLayout {
  /** Folders and files of the system. */
  readonly system: readonly string[];
  /** Links such as `/bin` to `usr/bin`: where, and what they hold. */
  readonly links: readonly { readonly path: string; readonly to: string }[];
  /** Needed only where the network may be used. */
  readonly network: readonly string[];
  /** The home folder, to be hidden; null where there is none worth it. */
  readonly home: string | null;
  /** Folders of tool chains, most of them in the home folder. */
  readonly toolchains: readonly string[];
  /** Files with credentials that stand inside the tool chains' folders. */
  readonly secrets: readonly string[];
}

const SYSTEM = ['/usr', '/opt', '/nix', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32'];

/** Of `/etc` only what programs need in order to start and to name users. */
const ETC = [
  'alternatives',
  'ca-certificates',
  'crypto-policies',
  'fonts',
  'group',
  'hosts',
  'java',
  'java-17-openjdk',
  'java-21-openjdk',
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'localtime',
  'mime.types',
  'nsswitch.conf',
  'os-release',
  'passwd',
  'pki',
  'python3',
  'ssl',
  'timezone',
].map((name) => `/etc/${name}`);

const NETWORK = ['/etc/resolv.conf', '/etc/services', '/etc/protocols', '/etc/gai.conf'];

/** Where tool chains live when no variable says otherwise, relative to the home folder. */
const HOME_TOOLCHAINS = [
  '.nvm',
  '.fnm',
  '.volta',
  '.bun',
  '.deno',
  '.asdf',
  '.pyenv',
  '.rbenv',
  '.cargo',
  '.rustup',
  '.sdkman',
  '.local/bin',
  '.local/lib',
  '.local/share/mise',
  '.local/share/pnpm',
  '.local/share/uv',
  '.local/share/pipx',
  'go',
];

const TOOLCHAIN_VARIABLES =
  /^(?:NVM_DIR|VOLTA_HOME|PNPM_HOME|BUN_INSTALL|PYENV_ROOT|VIRTUAL_ENV|CARGO_HOME|RUSTUP_HOME|GOPATH|GOROOT|GOMODCACHE|JAVA_HOME|DOTNET_ROOT|RBENV_ROOT|GEM_HOME|GEM_PATH|ASDF_\w+)$/;

const SECRETS = ['.cargo/credentials', '.cargo/credentials.toml', '.deno/credentials.json'];

/** Looks at the disk for what exists here. `env` is the environment of the command. */
export function systemLayout(env: Readonly<Record<string, string>>): SandboxLayout {
  const roots = SYSTEM.filter(exists);
  const home = env['HOME'] ?? '';
  const hasHome = home.length > 1 && exists(home) && !roots.includes(home);
  return {
    system: [...roots.filter((path) => !isLink(path)), ...ETC.filter(exists)],
    links: roots.filter(isLink).map((path) => ({ path, to: readlinkSync(path) })),
    network: NETWORK.filter(exists),
    home: hasHome ? realpathSync(home) : null,
    toolchains: unique(
      toolchainFolders(env, hasHome ? home : null)
        .filter((path) => exists(path) && !isBelowSystem(path))
        .flatMap((path) => [path, realpathSync(path)])
        .filter((path) => !(hasHome && `${home}/`.startsWith(`${path}/`))),
    ),
    secrets: SECRETS.map((path) => join(home, path)).filter(exists),
  };
}

function toolchainFolders(
  env: Readonly<Record<string, string>>,
  home: string | null,
): readonly string[] {
  const fromVariables = Object.entries(env)
    .filter(([name]) => TOOLCHAIN_VARIABLES.test(name))
    .flatMap(([, value]) => value.split(':'));
  const fromPath = (env['PATH'] ?? '').split(':').flatMap(installationOf);
  const usual = home === null ? [] : HOME_TOOLCHAINS.map((path) => join(home, path));
  return [...usual, ...fromVariables, ...fromPath].filter((path) => path.startsWith('/'));
}

/**
 * The folders that an entry of PATH needs: itself, the installation that a `bin` is a part of, and the same for what
 * its programs are links to. A `bin` of the home folder itself needs no more than itself.
 */
function installationOf(entry: string): readonly string[] {
  if (!entry.startsWith('/') || !exists(entry)) return [];
  const folder = realpathSync(entry);
  if (folder.endsWith('/node_modules/.bin')) return [dirname(folder)];
  const parent = dirname(folder);
  const isInstallation =
    folder.endsWith('/bin') &&
    ['lib', 'libexec', 'share', 'include'].some((name) => exists(join(parent, name)));
  return isInstallation && !exists(join(parent, '.ssh')) ? [parent] : [folder];
}

const isBelowSystem = (path: string): boolean =>
  SYSTEM.some((root) => path === root || path.startsWith(`${root}/`));

function exists(path: string): boolean {
  try {
    statSync(path);
    return true;
  } catch {
    return false;
  }
}

const isLink = (path: string): boolean => lstatSync(path).isSymbolicLink();

const unique = (paths: readonly string[]): readonly string[] => [
  ...new Set(paths.map((path) => resolve(path))),
];
