import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HooksStatus, HookState } from '../../hook/install/hook-status.ts';
import type { Installation } from '../../hook/install/install-hooks.ts';
import type { HookPlan } from '../../hook/install/plan-hook.ts';
import { wantedHooks, type InstallPlan } from '../../hook/install/plan-install.ts';
import { LEFTHOOK_LINES, toolConfigs } from '../../hook/install/tool-config.ts';
import type { Uninstallation } from '../../hook/install/uninstall.ts';

/** The document of `hook install`. */
export const installationDocument = ({ plan, hasChanged }: Installation): unknown => ({
  folder: plan.request.folder.path,
  kind: plan.request.folder.kind,
  changed: hasChanged,
  hooks: shownHooks(plan).map(({ name, path, does, kept }) => ({
    name,
    path,
    does,
    kept: kept?.path ?? null,
  })),
  scripts: plan.scripts.map(({ path }) => path),
  guard: { level: plan.settings.guard, branches: plan.settings.refs },
});

const DOES: Readonly<Record<HookPlan['does'], string>> = {
  install: 'installed',
  update: 'brought up to date',
  nothing: 'in place',
  remove: 'taken out',
  elsewhere: 'left to what runs it already',
};

/** What `hook install` did, for a person. */
export function installationLines(done: Installation): readonly string[] {
  const { plan } = done;
  const { folder, place, isServer } = plan.request;
  return [
    done.hasChanged
      ? `Hooks in ${plan.hooks[0]?.path.replace(/\/[^/]*$/, '') ?? folder.path}:`
      : 'Nothing to change:',
    ...shownHooks(plan).map(hookLine),
    ...plan.scripts.map(
      ({ path }) => `  ${path}: calls it now; commit that, it does nothing where sallyport is not`,
    ),
    ...(plan.isRedirected
      ? [
          `core.hooksPath (${folder.scope ?? 'a link'}) names ${folder.path}, which is not this repository's alone.`,
          "It is left as it is: this repository's core.hooksPath names sallyport's hooks now, which run those there too.",
        ]
      : []),
    ...guardLines(plan.settings.guard, plan.settings.refs, isServer),
    ...toolLines(place.worktree, isServer),
    ...(folder.kind === 'own' && existsSync(join(place.worktree, '.husky'))
      ? ['husky is not set up here; once it is (npm install), run this again.']
      : []),
  ];
}

/** Those that belong here, and those that went. */
function shownHooks({ hooks, request }: InstallPlan): readonly HookPlan[] {
  const wanted = wantedHooks(request);
  return hooks.filter(({ name, steps }) => wanted.includes(name) || steps.length > 0);
}

function hookLine({ name, does, kept }: HookPlan): string {
  const also =
    kept === null
      ? ''
      : kept.runs
        ? `; the hook that was there (${kept.tool === 'unknown' ? 'your own' : kept.tool}) runs too`
        : '; the hook that was there is kept, and does not run because it is not executable';
  return `  ${name.padEnd(22)} ${DOES[does]}${also}`;
}

function guardLines(level: string, refs: readonly string[], isServer: boolean): readonly string[] {
  const branches = refs.map((ref) => ref.replace('refs/heads/', '')).join(', ');
  if (level !== 'off') return [`Guard: ${level}, on ${branches}.`];
  return [
    isServer
      ? 'Guard: off; `sallyport hook install --guard enforce` turns it on.'
      : 'Guard: off; "guard": "enforce" in the config makes the target branch move only by the queue.',
  ];
}

function toolLines(worktree: string, isServer: boolean): readonly string[] {
  if (isServer) return [];
  return toolConfigs(worktree).flatMap(({ tool, file, text }) => {
    if (text.includes('sallyport')) return [];
    if (tool === 'lefthook') {
      return [
        `\`lefthook install\` moves hooks that are not its own aside. To have it call sallyport for good, put this into ${file}:`,
        ...LEFTHOOK_LINES.trimEnd()
          .split('\n')
          .map((line) => `    ${line}`),
      ];
    }
    return [
      `pre-commit and sallyport run side by side here. For colleagues: the ids sallyport-pre-commit and so on, in ${file}.`,
    ];
  });
}

/** What `hook uninstall` did, for a person. */
export function removalLines(done: Uninstallation): readonly string[] {
  const lines = [
    ...done.removed.map(
      ({ name, restored }) =>
        `  ${name.padEnd(22)} ${restored ? 'the hook that was there is back' : 'taken out'}`,
    ),
    ...done.scripts.map((path) => `  ${path}: calls it no more`),
    ...(done.isUnredirected ? ['  core.hooksPath is what it was'] : []),
    ...done.left.map((path) => `  ${path}: kept from before; something else stands in its place`),
  ];
  return lines.length === 0 ? ['No hooks of sallyport are here.'] : ['Hooks taken out:', ...lines];
}

/** How the hooks stand, for a person. */
export function statusLines({ isInstalled, hooks, guard }: HooksStatus): readonly string[] {
  if (!isInstalled) {
    return ['The hooks are not installed here: sallyport hook install'];
  }
  const worktrees = [...new Set(hooks.map(({ worktree }) => worktree))];
  const branches = guard.branches.map((ref) => ref.replace('refs/heads/', '')).join(', ');
  return [
    ...worktrees.flatMap((worktree) => [
      `${worktree}:`,
      ...hooks.filter((hook) => hook.worktree === worktree).flatMap(stateLines),
    ]),
    guard.level === 'off' ? 'Guard: off.' : `Guard: ${guard.level}, on ${branches}.`,
    ...(guard.config === null
      ? []
      : [
          `The config says otherwise by now (guard: ${guard.config.guard}): sallyport hook install`,
        ]),
  ];
}

const SIGNS: Readonly<Record<HookState['verdict'], string>> = {
  fires: 'ok  ',
  called: 'ok  ',
  silent: 'bad ',
};

function stateLines({ name, verdict, found, advice }: HookState): readonly string[] {
  return [
    `  ${SIGNS[verdict]} ${name.padEnd(22)} ${found}`,
    ...(advice === null ? [] : [`       ${' '.repeat(22)} ${advice}`]),
  ];
}
