import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listCheckouts } from '../../git/landing/checkouts.ts';
import type { Repository } from '../../git/repository.ts';
import { isBareRepository } from '../../git/repository.ts';
import { guardInForce, type GuardInForce } from '../guard/guarded-branches.ts';
import { NO_SETTINGS, readSettings, type HookSettings } from '../hook-settings.ts';
import { HOOKS, type HookName } from '../hook-names.ts';
import { hookFileAt, type HookFile } from './hook-file.ts';
import {
  findHooksFolder,
  hookPlaceOf,
  ourHooks,
  type HookPlace,
  type HooksFolder,
} from './hooks-folder.ts';
import { hasLines } from './husky-script.ts';
import { wantedHooks } from './plan-install.ts';
import { probeHook, runsHusky, type ProbeAnswer } from './probe-hook.ts';
import { callsFrom, toolConfigs } from './tool-config.ts';

/** One hook of one worktree. */
export interface HookState {
  readonly worktree: string;
  readonly name: HookName;
  /** `fires`: git ran it just now, and it would start sallyport. `called`: something else runs it, by what is written. */
  readonly verdict: 'fires' | 'called' | 'silent';
  /** The file that git would run. */
  readonly path: string;
  /** What is so, or what is in the way. */
  readonly found: string;
  /** What to do about it; null where nothing is to be done. */
  readonly advice: string | null;
}

/** How the hooks of a repository stand. */
export interface HooksStatus {
  readonly isInstalled: boolean;
  readonly hooks: readonly HookState[];
  readonly guard: {
    readonly level: HookSettings['guard'];
    readonly branches: readonly string[];
    /** What the config says where the hooks know it otherwise; null where they agree. */
    readonly config: GuardInForce | null;
  };
}

const AGAIN = 'run: sallyport hook install';

/** Looks at every hook in every worktree, and has git run those that answer. */
export async function hooksStatus(repo: Repository): Promise<HooksStatus> {
  const settings = readSettings(repo.stateDir);
  const known = settings ?? NO_SETTINGS;
  const isServer = isBareRepository(repo);
  const wanted = wantedHooks({ isServer, guard: known });
  const places = isServer ? [hookPlaceOf(repo)] : await worktreesOf(repo);
  const states: HookState[] = [];
  if (settings !== null) {
    for (const place of places) states.push(...(await statesOf(place, wanted)));
  }
  const config = isServer ? null : await guardInForce(repo, known.refs);
  const isSame = config === null || JSON.stringify(config) === JSON.stringify(pick(known));
  return {
    isInstalled: settings !== null,
    hooks: states,
    guard: { level: known.guard, branches: known.refs, config: isSame ? null : config },
  };
}

const pick = ({ guard, refs, onFault }: HookSettings): GuardInForce => ({ guard, refs, onFault });

async function worktreesOf(repo: Repository): Promise<readonly HookPlace[]> {
  const checkouts = await listCheckouts(repo);
  return checkouts
    .filter(({ isMissing }) => !isMissing)
    .map(({ path }) => ({ ...hookPlaceOf(repo), worktree: path }));
}

async function statesOf(
  place: HookPlace,
  names: readonly HookName[],
): Promise<readonly HookState[]> {
  const folder = await findHooksFolder(place);
  return Promise.all(names.map(async (name) => stateOf(place, folder, name)));
}

async function stateOf(place: HookPlace, folder: HooksFolder, name: HookName): Promise<HookState> {
  const path = join(folder.path, name);
  const about = { worktree: place.worktree, name, path };
  const file = hookFileAt(path);
  if (file.kind === 'ours') {
    if (!file.isExecutable) {
      return { ...about, verdict: 'silent', found: 'it is not executable', advice: AGAIN };
    }
    return { ...about, ...answered(await probeHook(place, name), path) };
  }
  return { ...about, ...(await otherwise(place, folder, { name, path, file })) };
}

type Found = Pick<HookState, 'verdict' | 'found' | 'advice'>;

function answered(answer: ProbeAnswer | null, path: string): Found {
  if (answer === null) {
    return { verdict: 'silent', found: `git does not run ${path}`, advice: AGAIN };
  }
  if (answer.command === '') {
    return {
      verdict: 'silent',
      found: 'git runs it, but it finds neither the command nor node',
      advice: 'install sallyport where it can be found, and run: sallyport hook install',
    };
  }
  return { verdict: 'fires', found: `git runs it, and it starts ${answer.command}`, advice: null };
}

/** What git would run is not ours: whether it runs ours in its turn. */
async function otherwise(
  place: HookPlace,
  folder: HooksFolder,
  { name, path, file }: { readonly name: HookName; readonly path: string; readonly file: HookFile },
): Promise<Found> {
  if (folder.scripts !== null && isAuthorHook(name)) {
    return byHusky(place, folder.scripts, { name, file });
  }
  if (file.kind === 'none' && folder.scripts !== null && !existsSync(folder.path)) {
    return HUSKY_MISSING;
  }
  if (file.kind === 'none') {
    const where = existsSync(folder.path) ? '' : `: the folder ${folder.path} is not there`;
    return { verdict: 'silent', found: `git has no such hook here${where}`, advice: AGAIN };
  }
  const tool = file.kind === 'foreign' ? file.tool : 'unknown';
  if (callsFrom(toolConfigs(place.worktree), name)(tool)) {
    return { verdict: 'called', found: `${tool}'s config calls it`, advice: null };
  }
  const legacy = hookFileAt(`${path}.legacy`);
  if (tool === 'pre-commit' && legacy.kind === 'ours' && legacy.isExecutable) {
    return {
      verdict: 'called',
      found: 'pre-commit runs it first, as the earlier hook',
      advice: null,
    };
  }
  const text = file.kind === 'foreign' ? file.text : '';
  if (text.includes(`sallyport hook run ${name}`)) {
    return { verdict: 'called', found: `${path} calls it`, advice: null };
  }
  const whose = tool === 'unknown' ? 'another hook' : `the hook of ${tool}`;
  return { verdict: 'silent', found: `${whose} stands in its place`, advice: AGAIN };
}

const HUSKY_MISSING: Found = {
  verdict: 'silent',
  found: 'husky has no hook here',
  advice: 'run husky in this worktree (npm install does)',
};

const isAuthorHook = (name: HookName): boolean =>
  HOOKS.some((hook) => hook.name === name && hook.side === 'author');

/** husky's own hook would run the project's scripts: git runs it switched off, and what the script says is read. */
async function byHusky(
  place: HookPlace,
  scripts: string,
  { name, file }: { readonly name: HookName; readonly file: HookFile },
): Promise<Found> {
  const script = join(scripts, name);
  if (file.kind === 'none') return HUSKY_MISSING;
  if (!existsSync(script) || !hasLines(readFileSync(script, 'latin1'), name)) {
    return { verdict: 'silent', found: `${script} does not call it`, advice: AGAIN };
  }
  const shim = hookFileAt(join(ourHooks(place.stateDir), name));
  if (shim.kind !== 'ours' || !shim.isExecutable) {
    return { verdict: 'silent', found: `${script} calls it, but it is gone`, advice: AGAIN };
  }
  if (!(await runsHusky(place, name))) {
    return { verdict: 'silent', found: "git does not run husky's hook", advice: 'run husky again' };
  }
  return { verdict: 'called', found: `git runs husky, and ${script} calls it`, advice: null };
}
