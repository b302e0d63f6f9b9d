/**
 * The queue's planner: the whole state in, actions out. It keeps nothing between two calls: every signal, and none at
 * all, leads to the same question, so that a lost, doubled or late one costs time alone. What lands is decided by what
 * was judged; guesses decide what is judged first.
 */
import { plantGuesses, type GuessForest } from './guesses.ts';
import type { Action, QueueState, Run } from './queue-state.ts';
import { settle } from './settle.ts';
import { speculate } from './speculate.ts';
import { readStandings } from './standings.ts';
import { viewTarget } from './target-view.ts';

/** What to do now. Its work is bounded by the slots, the windows and the runs that are kept, not by the queue's length. */
export function plan(state: QueueState): readonly Action[] {
  const { slots } = state;
  const least = leastProbability(slots);
  const actions: Action[] = [];
  const forests: GuessForest[] = [];
  const running = new Map<Run, string>();
  let cancelling = 0;
  let looked = 0;
  for (const queue of state.targets) {
    const { target } = queue;
    const view = viewTarget(queue, state.batch);
    const standings = readStandings(view, state.spoiling);
    for (const run of queue.runs) {
      if (run.state === 'running') running.set(run, target);
      if (run.state === 'cancelling') cancelling += 1;
    }
    for (const run of standings.dead) {
      if (run.state === 'cancelling') continue;
      // A run that is being cancelled holds its slot until it is gone.
      if (running.delete(run)) cancelling += 1;
      const type = run.state === 'running' ? ('cancel' as const) : ('forget' as const);
      actions.push({ type, target, run: run.id });
    }
    actions.push(...settle(view, standings, state.maxFaults));
    forests.push(plantGuesses(view, standings, least));
    looked += view.units.length + queue.runs.length;
  }
  const { starts, abandoned } = speculate(forests, {
    slots,
    running: new Set(running.keys()),
    cancelling,
    guesses: 4 * looked + 8 * slots,
    least,
  });
  for (const run of abandoned) {
    actions.push({ type: 'cancel', target: running.get(run) ?? '', run: run.id });
  }
  return [...actions, ...starts];
}

/** An assumption that is less likely than this is not worth a run even where a slot is free. */
const leastProbability = (slots: number): number => 1 / (4 * Math.max(1, slots));
