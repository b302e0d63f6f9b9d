import { plan } from '../../src/core/schedule/plan.ts';
import type { Action, QueueState, Run, TargetQueue } from '../../src/core/schedule/queue-state.ts';

/** What decides in a simulation: the whole queue's state in, actions out. */
export type Strategy = (state: QueueState) => readonly Action[];

/** One after another, each on the branch as the one before left it. */
export const serial: Strategy = (state) =>
  state.targets.flatMap((queue) => train({ ...queue, window: 1 }, state.slots));

/**
 * Each is judged on all those before it, as if they landed; where one fails, those behind it start again without it. It
 * knows nothing of who affects whom.
 */
const linearTrain: Strategy = (state) =>
  state.targets.flatMap((queue) => train(queue, state.slots));

/** The product's own planner. */
export const ours: Strategy = plan;

export const STRATEGIES = { serial, train: linearTrain, ours } as const;
export type StrategyName = keyof typeof STRATEGIES;
export const STRATEGY_NAMES = [
  'serial',
  'train',
  'ours',
] as const satisfies readonly StrategyName[];

function train(queue: TargetQueue, slots: number): readonly Action[] {
  const { target, version } = queue;
  const actions: Action[] = [];
  const wanted = new Set<string>();
  const lands: string[] = [];
  let free = slots - queue.runs.filter(({ state }) => isOnSlot(state)).length;
  for (const { id, needs } of queue.entries.slice(0, queue.window)) {
    const run = queue.runs.find((each) => each.members[0] === id && isOf(queue, each, lands));
    if (run !== undefined) wanted.add(run.id);
    const isHead = lands.length === 0;
    if (run === undefined && free > 0) {
      free -= 1;
      actions.push({
        type: 'start',
        target,
        version,
        members: [id],
        lands: [...lands],
        fails: [],
        base: [...lands],
        needs,
      });
    }
    if (isHead && queue.landing.length === 0 && run?.state === 'passed') {
      actions.push({ type: 'land', target, version, members: [id] });
    }
    if (isHead && run?.state === 'failed') {
      actions.push({ type: 'reject', target, version, member: id, run: run.id });
    }
    if (run?.state !== 'failed') lands.push(id);
  }
  const useless = queue.runs.filter(({ id, state }) => !wanted.has(id) && state !== 'cancelling');
  const ended = useless.map(({ id, state }) => ({
    type: state === 'running' ? ('cancel' as const) : ('forget' as const),
    target,
    run: id,
  }));
  return [...actions, ...ended];
}

const isOnSlot = (state: Run['state']): boolean => state === 'running' || state === 'cancelling';

/** Whether a run is about its member on the branch with just these put in. */
function isOf({ landed }: TargetQueue, run: Run, lands: readonly string[]): boolean {
  if (run.state === 'cancelling' || run.state === 'fault') return false;
  const since = landed.filter(({ version }) => version > run.version).map(({ id }) => id);
  const content = [...since, ...lands];
  return content.length === run.lands.length && content.every((id, at) => id === run.lands[at]);
}
