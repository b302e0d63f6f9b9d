import { delimiter, isAbsolute } from 'node:path';
import { isAgentVariable } from './agent-environment.ts';

const ALLOWED_NAMES: ReadonlySet<string> = new Set([
  'PATH',
  'HOME',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'TERM',
  'SHELL',
  'USER',
  'LOGNAME',
  // Where tool chains live.
  'NVM_DIR',
  'VOLTA_HOME',
  'PNPM_HOME',
  'BUN_INSTALL',
  'COREPACK_HOME',
  'PYENV_ROOT',
  'VIRTUAL_ENV',
  'CARGO_HOME',
  'RUSTUP_HOME',
  'RUSTUP_TOOLCHAIN',
  'GOPATH',
  'GOROOT',
  'GOCACHE',
  'GOMODCACHE',
  'JAVA_HOME',
  'GRADLE_USER_HOME',
  'DOTNET_ROOT',
  'RBENV_ROOT',
  'GEM_HOME',
  'GEM_PATH',
  // What no program on Windows starts without.
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'USERNAME',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'PROGRAMFILES',
]);

const ALLOWED_PREFIXES = ['LC_', 'XDG_', 'ASDF_'];

/**
 * Not passed even where the config names them: git's own would point a gate at the user's index and repository instead
 * of the scratch tree, npm's describe the npm run that started this program, an agent's change how tools behave.
 */
const isNeverPassed = (name: string): boolean =>
  /^(?:GIT_|npm_)/i.test(name) || isAgentVariable(name);

/** What every gate finds set. */
const FIXED: Readonly<Record<string, string>> = {
  CI: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
};

/**
 * The environment of a gate, out of this process's own: an allow-list of names, plus those the config names (`extra`),
 * plus `CI=1`. Relative entries of `PATH` are dropped, because in a scratch tree they name files of the candidate.
 */
export function gateEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  extra: readonly string[],
): Record<string, string> {
  const named = new Set(extra.map(spelling));
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined || isNeverPassed(name)) continue;
    if (isAllowed(name) || named.has(spelling(name))) passed[name] = value;
  }
  for (const [name, value] of Object.entries(passed)) {
    if (spelling(name) === 'PATH') passed[name] = absoluteEntries(value);
  }
  return { ...passed, ...FIXED };
}

/** Windows folds the case of names. */
const spelling = (name: string): string =>
  process.platform === 'win32' ? name.toUpperCase() : name;

const isAllowed = (name: string): boolean =>
  ALLOWED_NAMES.has(spelling(name)) ||
  ALLOWED_PREFIXES.some((prefix) => spelling(name).startsWith(prefix));

const absoluteEntries = (path: string): string =>
  path
    .split(delimiter)
    .filter((entry) => isAbsolute(entry))
    .join(delimiter);
