import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { HookName } from './hook-names.ts';

/**
 * What the shims have to know before they start anything: one file of the state folder, a key and a value a line, which
 * sh reads with builtins. Written by `hook install` and by the daemon's start; the config of the guarded branch decides,
 * this is only its copy.
 */
export interface HookSettings {
  readonly onFault: Config['hooks']['onFault'];
  readonly guard: Config['guard'];
  /** Full names of the guarded branches. */
  readonly refs: readonly string[];
  /** The runtime and the command as they were found at the installation; a hook started from a desktop has no PATH. */
  readonly node: string | null;
  readonly command: string | null;
  /** The folder that `core.hooksPath` named before it named ours: absolute, or relative to the worktree. */
  readonly chain: string | null;
  /** Kept hooks that look at their own name, and the shell that reads them. */
  readonly keptShells: readonly { readonly hook: HookName; readonly shell: 'sh' | 'bash' }[];
}

export const NO_SETTINGS: HookSettings = {
  onFault: 'refuse',
  guard: 'off',
  refs: [],
  node: null,
  command: null,
  chain: null,
  keptShells: [],
};

/** Name of the settings in the state folder. */
export const SETTINGS_FILE = 'hook-settings';

/** The settings of a repository; null where no hook was ever installed. */
export function readSettings(stateDir: string): HookSettings | null {
  let text: string;
  try {
    text = readFileSync(join(stateDir, SETTINGS_FILE), 'utf8');
  } catch {
    return null;
  }
  const lines = text.split('\n');
  const all = (key: string): readonly string[] =>
    lines.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1));
  const [guard] = all('guard');
  return {
    onFault: all('fault')[0] === 'pass' ? 'pass' : 'refuse',
    guard: guard === 'warn' || guard === 'enforce' ? guard : 'off',
    refs: all('ref'),
    node: all('node')[0] ?? null,
    command: all('command')[0] ?? null,
    chain: all('chain')[0] ?? null,
    keptShells: all('kept-shell').map((line) => {
      const [hook = '', shell] = line.split(' ');
      return { hook: hook as HookName, shell: shell === 'bash' ? 'bash' : 'sh' };
    }),
  };
}

/** Writes the settings whole, where they differ from what is there. True where they did. */
export function writeSettings(stateDir: string, settings: HookSettings): boolean {
  const text = render(settings);
  const file = join(stateDir, SETTINGS_FILE);
  if (textOf(file) === text) return false;
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
  return true;
}

function render(settings: HookSettings): string {
  const lines = [
    '# Written by `sallyport hook install` and `sallyport start` for the hooks.',
    `fault ${settings.onFault}`,
    `guard ${settings.guard}`,
    ...settings.refs.map((ref) => `ref ${ref}`),
    ...oneLine('node', settings.node),
    ...oneLine('command', settings.command),
    ...oneLine('chain', settings.chain),
    ...settings.keptShells.map(({ hook, shell }) => `kept-shell ${hook} ${shell}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** A path with a line break cannot be remembered: the shim then looks for the command itself. */
const oneLine = (key: string, value: string | null): readonly string[] =>
  value === null || value.includes('\n') ? [] : [`${key} ${value}`];

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
