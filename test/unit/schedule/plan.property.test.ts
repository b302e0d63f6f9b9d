import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { serial } from '../../../scripts/simulate/strategies.ts';
import { plan } from '../../../src/core/schedule/plan.ts';
import {
  EVERYTHING,
  type Action,
  type QueueState,
} from '../../../src/core/schedule/queue-state.ts';
import { QueueWorld, type WorldEntry, type WorldOptions } from '../../support/queue-world.ts';

const PARTS = ['a', 'b', 'c'];
const options: fc.Arbitrary<WorldOptions> = fc.record({
  slots: fc.integer({ min: 1, max: 6 }),
  batch: fc.constantFrom(1, 1, 2, 4),
  window: fc.integer({ min: 1, max: 12 }),
});

const parts = fc.oneof(
  { weight: 5, arbitrary: fc.uniqueArray(fc.constantFrom(...PARTS), { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constant([EVERYTHING]) },
);

/** Entries of which some are bad, some cannot stand one another, some are spoiled by the machine. */
const entries = (isTidy: boolean): fc.Arbitrary<readonly WorldEntry[]> =>
  fc
    .array(
      fc.record({
        needs: fc.uniqueArray(fc.constantFrom(...PARTS), { minLength: isTidy ? 1 : 0 }),
        changes: parts,
        isBad: fc.constantFrom(false, false, false, true),
        enemy: fc.option(fc.nat(11)),
        priority: fc.constantFrom(0, 0, 0, 1),
        spoiled: fc.constantFrom(0, 0, 0, 1, 5),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((drafts) =>
      drafts.map(({ enemy, ...draft }, at) => ({
        ...draft,
        id: `s${at}`,
        enemies: enemy === null || enemy === at ? [] : [`s${enemy}`],
        ...(isTidy ? { changes: draft.needs, priority: 0, spoiled: 0 } : {}),
      })),
    );

/** What may happen between two looks of the planner, in whatever order. */
type Happening =
  | { readonly kind: 'look' }
  | { readonly kind: 'act'; readonly place: number; readonly fate: 'once' | 'kept' | 'lost' }
  | { readonly kind: 'finish'; readonly place: number }
  | { readonly kind: 'submit' }
  | { readonly kind: 'cancel'; readonly place: number }
  | { readonly kind: 'move'; readonly changes: readonly string[] };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'look' } as const) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('act' as const),
      place: fc.nat(50),
      fate: fc.constantFrom('once' as const, 'once' as const, 'kept' as const, 'lost' as const),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('finish' as const), place: fc.nat(50) }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'submit' } as const) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), place: fc.nat(50) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('move' as const), changes: parts }) },
);

/** Lets everything happen in turn, until nothing waits any more. */
function workOff(world: QueueWorld, planner: (state: QueueState) => readonly Action[]): void {
  for (let round = 0; !world.isDone; round += 1) {
    if (round > 2_000) throw new Error(`never decided: ${world.waiting.join(', ')}`);
    const actions = planner(world.state());
    for (const action of actions) world.take(action);
    const isIdle = !world.finish(round);
    if (isIdle && actions.length === 0 && !world.isDone) {
      throw new Error(`nothing goes on, and these wait: ${world.waiting.join(', ')}`);
    }
  }
}

test('what lands was judged on what it lands on, whatever signals come, late, twice or never; and all ends', () => {
  fc.assert(
    fc.property(
      options,
      entries(false),
      fc.array(happening, { maxLength: 120 }),
      (bounds, all, story) => {
        const world = new QueueWorld(bounds);
        const coming = [...all];
        const actions: Action[] = [];
        for (const event of story) {
          switch (event.kind) {
            case 'look':
              actions.push(...plan(world.state()));
              break;
            case 'act': {
              const action = actions[event.place % Math.max(1, actions.length)];
              if (action === undefined) break;
              if (event.fate !== 'kept') actions.splice(actions.indexOf(action), 1);
              if (event.fate !== 'lost') world.take(action);
              break;
            }
            case 'finish':
              world.finish(event.place);
              break;
            case 'submit': {
              const next = coming.shift();
              if (next !== undefined) world.submit(next);
              break;
            }
            case 'cancel':
              world.cancel(world.waiting[event.place % Math.max(1, world.waiting.length)] ?? '');
              break;
            case 'move':
              world.moveBranch(event.changes);
          }
        }
        for (const next of coming) world.submit(next);
        workOff(world, plan);
        expect(world.ended.size).toBe(all.length);
      },
    ),
    { numRuns: 500 },
  );
});

/** A batch that failed stands before one that passes without it: some of the batch land yet. */
const FAILED_BATCH_AHEAD: [WorldOptions, readonly WorldEntry[]] = [
  { slots: 5, batch: 4, window: 5 },
  (
    [
      ['s0', ['a']],
      ['s1', ['b', 'c']],
      ['s2', ['a']],
      ['s3', ['b', 'c'], { isBad: true }],
      ['s4', ['a', 'b', 'c'], { enemies: ['s2'] }],
    ] as const
  ).map(([id, needs, more = {}]) => ({ id, needs, changes: needs, ...more })),
];

test('the same submissions land as one after another, with the same content', () => {
  fc.assert(
    fc.property(options, entries(true), (bounds, all) => {
      const outcomes = [plan, serial].map((planner) => {
        const world = new QueueWorld(planner === plan ? bounds : { ...bounds, slots: 1, batch: 1 });
        for (const entry of all) world.submit(entry);
        workOff(world, planner);
        return Object.fromEntries(world.ended);
      });
      expect(outcomes[0]).toEqual(outcomes[1]);
    }),
    { numRuns: 500, examples: [FAILED_BATCH_AHEAD] },
  );
});

test('the same state gives the same actions', () => {
  fc.assert(
    fc.property(options, entries(false), (bounds, all) => {
      const world = new QueueWorld(bounds);
      for (const entry of all) world.submit(entry);
      expect(plan(world.state())).toEqual(plan(world.state()));
    }),
    { numRuns: 200 },
  );
});

test('no more runs than slots, counting those that are being cancelled; one landing at a time', () => {
  fc.assert(
    fc.property(
      options,
      entries(false),
      fc.array(fc.nat(50), { maxLength: 60 }),
      (bounds, all, ends) => {
        const world = new QueueWorld(bounds);
        for (const entry of all) world.submit(entry);
        for (const end of ends) {
          const state = world.state();
          const actions = plan(state);
          const runs = state.targets.flatMap((target) => target.runs);
          const busy = runs.filter((run) => run.state === 'running' || run.state === 'cancelling');
          const starts = actions.filter(({ type }) => type === 'start');
          const lands = actions.filter(({ type }) => type === 'land');
          const isLanding = state.targets.some(({ landing }) => landing.length > 0);
          expect(busy.length + starts.length).toBeLessThanOrEqual(bounds.slots);
          expect(lands.length).toBeLessThanOrEqual(isLanding ? 0 : 1);
          for (const action of actions) world.take(action);
          world.finish(end);
        }
      },
    ),
    { numRuns: 300 },
  );
});
