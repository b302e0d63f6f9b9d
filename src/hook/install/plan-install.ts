import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { Fault } from '../../core/model/fault.ts';
import { HOOKS, type HookName } from '../hook-names.ts';
import type { HookSettings } from '../hook-settings.ts';
import { readSettings, NO_SETTINGS } from '../hook-settings.ts';
import { shimText } from '../shim.ts';
import { hookFileAt } from './hook-file.ts';
import type { HookStep } from './hook-step.ts';
import { ourHooks, type HookPlace, type HooksFolder } from './hooks-folder.ts';
import { planScript, type ScriptEdit } from './husky-script.ts';
import { planHook, type HookPlan } from './plan-hook.ts';
import { callsFrom, toolConfigs } from './tool-config.ts';

/** What to install, and for whom. */
export interface InstallRequest {
  readonly place: HookPlace;
  readonly folder: HooksFolder;
  /** True for a bare repository, which only receives. */
  readonly isServer: boolean;
  readonly guard: Pick<HookSettings, 'guard' | 'refs' | 'onFault'>;
  readonly runtime: Pick<HookSettings, 'node' | 'command'>;
}

/** Everything that an installation changes, as data: it can be shown, and is carried out by `applyInstall`. */
export interface InstallPlan {
  readonly request: InstallRequest;
  readonly hooks: readonly HookPlan[];
  /** Hooks that only run those of the folder that `core.hooksPath` named before. */
  readonly forwards: readonly HookStep[];
  readonly scripts: readonly ScriptEdit[];
  readonly settings: HookSettings;
  /** Whether `core.hooksPath` has to be pointed at ours. */
  readonly isRedirected: boolean;
}

/** Plans an installation: what is right already takes no step. Throws `Fault` `usage` where it cannot be done. */
export function planInstall(request: InstallRequest): InstallPlan {
  const { place, folder } = request;
  const earlier = readSettings(place.stateDir) ?? NO_SETTINGS;
  const chain = chainOf(folder, earlier);
  const wanted = wantedHooks(request);
  const others = HOOKS.map(({ name }) => name).filter((name) => !wanted.includes(name));
  const forwarded = namesIn(place, chain, [...FORWARDED_WHERE_THERE, ...others]);
  const hooks = plansFor(request, wanted).filter(({ name }) => !forwarded.includes(name));
  return {
    request,
    hooks,
    forwards: chain === null ? [] : planForwards(place, [...FORWARDED, ...forwarded]),
    scripts: planScripts(request),
    settings: {
      ...request.guard,
      ...request.runtime,
      chain,
      keptShells: hooks.flatMap(({ name, keptShell }) =>
        keptShell === null ? [] : [{ hook: name, shell: keptShell }],
      ),
    },
    isRedirected: folder.kind === 'foreign',
  };
}

/** The hooks that this repository is to have. */
export const wantedHooks = ({
  isServer,
  guard,
}: Pick<InstallRequest, 'isServer' | 'guard'>): readonly HookName[] =>
  HOOKS.filter(({ side }) => {
    if (isServer) return side === 'server';
    return side === 'author' || (side === 'refs' && guard.guard !== 'off');
  }).map(({ name }) => name);

function plansFor(request: InstallRequest, wanted: readonly HookName[]): readonly HookPlan[] {
  const { place, folder } = request;
  const configs = toolConfigs(place.worktree);
  return HOOKS.map(({ name, side }) =>
    planHook(folderFor(request, side), name, {
      isWanted: wanted.includes(name),
      isCalledBy: folder.kind === 'own' ? callsFrom(configs, name) : () => false,
    }),
  );
}

/** husky has no script for the guard: that hook goes where git looks, once husky has made the place. */
function folderFor(
  { place, folder }: InstallRequest,
  side: (typeof HOOKS)[number]['side'],
): string {
  if (
    folder.kind === 'own' ||
    (folder.kind === 'husky' && side !== 'author' && existsSync(folder.path))
  )
    return folder.path;
  return ourHooks(place.stateDir);
}

function chainOf(folder: HooksFolder, earlier: HookSettings): string | null {
  if (folder.kind === 'ours') return earlier.chain;
  if (folder.kind !== 'foreign') return null;
  const chain = folder.configured ?? folder.path;
  if (chain.includes('\n')) {
    throw new Fault('usage', 'the folder that core.hooksPath names has a line break in its name', {
      hint: 'call `sallyport hook run NAME "$@"` from the hooks there yourself',
    });
  }
  return chain;
}

/**
 * Git's other hooks (githooks(5)). Some change what git does by being there, and some run at every look at the index:
 * those are only forwarded where the folder has them at the installation.
 */
const FORWARDED = [
  'applypatch-msg',
  'pre-applypatch',
  'post-applypatch',
  'prepare-commit-msg',
  'post-commit',
  'pre-rebase',
  'post-checkout',
  'post-merge',
  'post-rewrite',
  'pre-auto-gc',
  'sendemail-validate',
  'post-update',
  'post-receive',
];
const FORWARDED_WHERE_THERE = [
  'update',
  'post-index-change',
  'push-to-checkout',
  'proc-receive',
  'p4-changelist',
  'p4-prepare-changelist',
  'p4-post-changelist',
  'p4-pre-submit',
];

function planForwards(place: HookPlace, names: readonly string[]): readonly HookStep[] {
  const text = shimText('forward');
  return names.flatMap((name): HookStep[] => {
    const path = join(ourHooks(place.stateDir), name);
    const found = hookFileAt(path);
    const isRight = found.kind === 'ours' && found.text === text && found.isExecutable;
    return isRight ? [] : [{ kind: 'write', path, text }];
  });
}

/** Those of some names that the folder has a hook for, which `core.hooksPath` named before. */
function namesIn(
  place: HookPlace,
  chain: string | null,
  names: readonly string[],
): readonly string[] {
  if (chain === null) return [];
  const folder = isAbsolute(chain) ? chain : join(place.worktree, chain);
  return names.filter((name) => existsSync(join(folder, name)));
}

function planScripts({ folder, place }: InstallRequest): readonly ScriptEdit[] {
  const { scripts } = folder;
  if (scripts === null) return [];
  const isVersion8 = scripts === folder.path;
  return HOOKS.filter(({ side }) => side === 'author').flatMap(({ name }) => {
    const edit = planScript(scripts, name, isVersion8);
    return edit === null || edit.path.startsWith(place.commonDir) ? [] : [edit];
  });
}
