import { expect, test } from 'vitest';
import { plan } from '../../../src/core/schedule/plan.ts';
import type {
  Action,
  Entry,
  QueueState,
  Run,
  TargetQueue,
} from '../../../src/core/schedule/queue-state.ts';

const entry = (id: string, over: Partial<Entry> = {}): Entry => ({
  id,
  priority: 0,
  needs: ['tree'],
  changes: ['tree'],
  chance: 0.8,
  faults: 0,
  isPaused: false,
  ...over,
});

const run = (member: string, state: Run['state'], over: Partial<Run> = {}): Run => ({
  id: `run-${member}`,
  members: [member],
  version: 0,
  lands: [],
  fails: [],
  needs: ['tree'],
  state,
  progress: 0,
  chance: null,
  ...over,
});

const queue = (over: Partial<TargetQueue>): TargetQueue => ({
  target: 'main',
  version: 0,
  landed: [],
  landing: [],
  window: 10,
  entries: [],
  runs: [],
  ...over,
});

const state = (queues: readonly TargetQueue[], over: Partial<QueueState> = {}): QueueState => ({
  slots: 4,
  batch: 1,
  maxFaults: 3,
  spoiling: 1,
  targets: queues,
  ...over,
});

/** An action in a few words: `start c on a`, `land a`. */
function inWords(action: Action): string {
  switch (action.type) {
    case 'start': {
      const on = action.lands.length > 0 ? ` on ${action.lands.join('+')}` : '';
      return `start ${action.members.join('+')}${on}`;
    }
    case 'land':
      return `land ${action.members.join('+')}`;
    case 'reject':
    case 'give-up':
      return `${action.type} ${action.member}`;
    case 'cancel':
    case 'forget':
      return `${action.type} ${action.run}`;
  }
}

const planned = (
  queues: readonly TargetQueue[],
  over: Partial<QueueState> = {},
): readonly string[] => plan(state(queues, over)).map(inWords);

test('each is judged on those before it, the likeliest outcomes first', () => {
  const entries = [entry('a'), entry('b'), entry('c')];
  expect(planned([queue({ entries })])).toEqual([
    'start a',
    'start b on a',
    'start c on a+b',
    'start b',
  ]);
});

test('a failure that is known changes what the others are judged on, before it is recorded', () => {
  const entries = [entry('a'), entry('b'), entry('c')];
  const runs = [run('a', 'failed'), run('b', 'running', { lands: ['a'] })];
  expect(planned([queue({ entries, runs })], { slots: 3 })).toEqual([
    'reject a',
    'cancel run-b',
    'start b',
    'start c on b',
  ]);
});

test('submissions that do not affect one another wait for nothing, and land in any order', () => {
  const entries = ['a', 'b', 'c'].map((id) => entry(id, { needs: [id], changes: [id] }));
  expect(planned([queue({ entries })])).toEqual(['start a', 'start b', 'start c']);
  const runs = [run('a', 'running', { needs: ['a'] }), run('c', 'passed', { needs: ['c'] })];
  expect(planned([queue({ entries, runs })])).toEqual(['land c', 'start b']);
});

test('a verdict holds after a landing that leaves its inputs as they were, and not after another', () => {
  const entries = [entry('b', { needs: ['x'], changes: ['x'] })];
  const runs = [run('b', 'passed', { needs: ['x'] })];
  const landed = (changes: readonly string[]) =>
    queue({ version: 1, landed: [{ id: 'a', version: 1, changes }], entries, runs });
  expect(planned([landed(['y'])])).toEqual(['land b']);
  expect(planned([landed(['x'])])).toEqual(['start b']);
});

test('a verdict that assumed a landing holds once it has happened', () => {
  const runs = [run('b', 'passed', { lands: ['a'] })];
  const landed = [{ id: 'a', version: 1, changes: ['tree'] }];
  expect(planned([queue({ version: 1, landed, entries: [entry('b')], runs })])).toEqual(['land b']);
});

test('a run whose assumption cannot come true any more is cancelled, and holds its slot until it is gone', () => {
  const gone = run('b', 'running', { lands: ['a'] });
  expect(planned([queue({ entries: [entry('b')], runs: [gone] })], { slots: 1 })).toEqual([
    'cancel run-b',
  ]);
  const going = { ...gone, state: 'cancelling' as const };
  expect(planned([queue({ entries: [entry('b')], runs: [going] })], { slots: 1 })).toEqual([]);
  expect(planned([queue({ entries: [entry('b')] })], { slots: 1 })).toEqual(['start b']);
});

test('one that passes whatever becomes of the one before lands first, and that one with it', () => {
  const entries = [entry('a'), entry('b')];
  const alone = run('b', 'passed', { id: 'b-alone', fails: ['a'] });
  const both = run('b', 'passed', { id: 'b-on-a', lands: ['a'] });
  const runs = [run('a', 'running'), alone, both];
  expect(planned([queue({ entries, runs })], { slots: 1 })).toEqual(['land b']);
  expect(planned([queue({ entries, runs: [run('a', 'running'), alone] })], { slots: 1 })).toEqual(
    [],
  );
  const landed = [{ id: 'b', version: 1, changes: ['tree'] }];
  const after = queue({ version: 1, landed, entries: [entry('a')], runs: [both] });
  expect(planned([after])).toEqual(['land a']);
});

test('one that fails whatever becomes of the one before is rejected first', () => {
  const entries = [entry('a'), entry('b')];
  const runs = [
    run('a', 'running'),
    run('b', 'failed', { id: 'b-alone', fails: ['a'] }),
    run('b', 'failed', { id: 'b-on-a', lands: ['a'] }),
  ];
  expect(planned([queue({ entries, runs })], { slots: 1 })).toEqual(['reject b']);
});

test('a higher priority goes first, but not before one whose run it would make worthless', () => {
  const entries = [entry('a'), entry('b'), entry('urgent', { priority: 1 })];
  expect(planned([queue({ entries })], { slots: 2 })).toEqual([
    'start urgent',
    'start a on urgent',
  ]);
  const runs = [run('a', 'running')];
  expect(planned([queue({ entries, runs })], { slots: 2 })).toEqual(['start urgent on a']);
});

test('one landing at a time on a branch, and each branch has its own', () => {
  const independent = (target: string, landing: readonly string[]): TargetQueue =>
    queue({
      target,
      landing,
      entries: ['a', 'b', 'c'].map((id) =>
        entry(`${target}-${id}`, { needs: [id], changes: [id] }),
      ),
      runs: ['a', 'b', 'c'].map((id) => run(`${target}-${id}`, 'passed', { needs: [id] })),
    });
  expect(
    planned([independent('main', []), independent('next', []), independent('old', ['old-a'])]),
  ).toEqual(['land main-a', 'land next-a']);
});

test('branches share the slots, by what is likeliest to be of use', () => {
  const both = ['main', 'next'].map((target) =>
    queue({ target, entries: ['a', 'b'].map((id) => entry(`${target}-${id}`)) }),
  );
  expect(planned(both, { slots: 3 })).toEqual([
    'start main-a',
    'start next-a',
    'start main-b on main-a',
  ]);
});

test('a run that ends without a verdict is started again; what the machine cannot judge is given up alone', () => {
  const runs = [run('a', 'fault'), run('b', 'passed', { lands: ['a'] })];
  const faulty = (faults: number) => queue({ entries: [entry('a', { faults }), entry('b')], runs });
  expect(planned([faulty(1)], { slots: 1 })).toEqual(['start a']);
  expect(planned([faulty(3)], { slots: 1 })).toContain('give-up a');
  expect(planned([queue({ entries: [entry('b')], runs })], { slots: 1 })).toContain('start b');
});

test('what is paused is not started', () => {
  const entries = [entry('a', { isPaused: true }), entry('b', { needs: ['x'], changes: ['x'] })];
  expect(planned([queue({ entries })])).toEqual(['start b']);
});

test('neighbours are judged together, and land together', () => {
  const entries = ['a', 'b', 'c', 'd'].map((id) => entry(id));
  expect(planned([queue({ entries })], { batch: 2, slots: 2 })).toEqual([
    'start a+b',
    'start c+d on a+b',
  ]);
  const runs = [run('a', 'passed', { members: ['a', 'b'] })];
  expect(planned([queue({ entries, runs })], { batch: 2, slots: 1 })).toEqual([
    'land a+b',
    'start c+d on a+b',
  ]);
});

test('a batch that fails is halved until the culprit stands alone', () => {
  const entries = ['a', 'b', 'c', 'd'].map((id) => entry(id));
  const whole = run('a', 'failed', { id: 'whole', members: ['a', 'b', 'c', 'd'] });
  const starts = (runs: readonly Run[]) =>
    planned([queue({ entries, runs })], { batch: 4, slots: 1 });
  expect(starts([whole])).toEqual(['start a+b']);
  const half = run('a', 'failed', { id: 'half', members: ['a', 'b'] });
  expect(starts([whole, half])).toEqual(['start a']);
  expect(starts([whole, half, run('a', 'failed')])[0]).toBe('reject a');
});

test('once the culprit is gone, the others are judged together again', () => {
  const entries = ['b', 'c', 'd'].map((id) => entry(id));
  const whole = run('a', 'failed', { id: 'whole', members: ['a', 'b', 'c', 'd'] });
  expect(planned([queue({ entries, runs: [whole] })], { batch: 4, slots: 1 })).toEqual([
    'forget whole',
    'start b+c+d',
  ]);
});

test('what a run is put on holds what its predecessors build on, though that does not affect it', () => {
  // b builds on a and affects c; a does not affect c.
  const entries = [
    entry('a', { needs: ['x'], changes: ['x'] }),
    entry('b', { needs: ['x', 'y'], changes: ['x', 'y'] }),
    entry('c', { needs: ['y'], changes: ['y'] }),
  ];
  const started = plan(state([queue({ entries })])).filter(({ type }) => type === 'start');
  const ofC = started.find((action) => action.type === 'start' && action.members[0] === 'c');
  expect(ofC).toMatchObject({ lands: ['b'], base: ['a', 'b'] });
});

test('a run for a guess that has become unlikely makes room for a better one', () => {
  const entries = [entry('a'), entry('b'), entry('c')];
  // All but nothing is known of a, yet b was begun as if a failed; c waits for both.
  const runs = [run('a', 'passed'), run('b', 'running', { id: 'b-without-a', fails: ['a'] })];
  const words = planned([queue({ entries, runs })], { slots: 1 });
  expect(words).toEqual(['land a', 'cancel b-without-a']);
});

test('the window bounds what is looked at, but for what has a run', () => {
  const entries = ['a', 'b', 'c'].map((id) => entry(id, { needs: [id], changes: [id] }));
  expect(planned([queue({ entries, window: 1 })])).toEqual(['start a']);
  const runs = [run('c', 'passed', { needs: ['c'] })];
  expect(planned([queue({ entries, window: 1, runs })])).toEqual(['land c', 'start a', 'start b']);
});

test('one that passed behind a failure is expected to pass without it, one that did not is not', () => {
  // x is gone; b, c and d were judged on it.
  const entries = ['b', 'c', 'd'].map((id) => entry(id, { needs: ['tree', id] }));
  const on = (member: string, verdict: Run['state'], lands: readonly string[]): Run =>
    run(member, verdict, { lands, needs: ['tree', member] });
  const runs = [on('b', 'passed', ['x']), on('c', 'failed', ['x', 'b']), on('d', 'passed', ['x'])];
  expect(planned([queue({ entries, runs })], { slots: 3 })).toEqual([
    'start b',
    'start c on b',
    'start d on b',
  ]);
  const others = [runs[0], on('c', 'passed', ['x', 'b'])].filter((each) => each !== undefined);
  expect(planned([queue({ entries, runs: others })], { slots: 3 })).toEqual([
    'start b',
    'start c on b',
    'start d on b+c',
  ]);
});

test('a failure behind one that failed too tells nothing, unless such ones were seen to spoil nothing', () => {
  const entries = ['b', 'c', 'd'].map((id) => entry(id));
  const runs = [run('b', 'failed', { lands: ['x'] })];
  const starts = (spoiling: number) => planned([queue({ entries, runs })], { slots: 2, spoiling });
  expect(starts(1)).toEqual(['start b', 'start c on b']);
  expect(starts(0)).toEqual(['start b', 'start c']);
});

test('a hint is kept while its submission waits, and for so long as few have landed since; the last one stays', () => {
  const landed = [{ id: 'x', version: 1, changes: ['tree'] }];
  const first = run('b', 'passed', { id: 'first' });
  const later = run('b', 'failed', { id: 'later', lands: ['gone'] });
  const at = (version: number, entries: readonly Entry[], runs: readonly Run[]) =>
    planned([queue({ version, landed, entries, runs })], { slots: 1 });
  expect(at(1, [entry('b')], [first])).toEqual(['start b']);
  expect(at(1, [entry('b')], [first, later])).toEqual(['forget first', 'start b']);
  expect(at(1, [entry('c')], [first])).toEqual(['forget first', 'start c']);
  expect(at(100, [entry('b')], [first])).toEqual(['forget first', 'start b']);
});

test('a hint neither lands nor rejects anything, and holds no higher priority back', () => {
  const entries = [entry('b'), entry('urgent', { priority: 1 })];
  for (const verdict of ['passed', 'failed'] as const) {
    const runs = [run('b', verdict, { lands: ['gone'] })];
    expect(planned([queue({ entries, runs })], { slots: 1 })).toEqual(['start urgent']);
  }
});

test('with a file of its own each, guesses still count on what the ones before say under the same guess', () => {
  // b fails if a lands: so whoever is behind them counts on a alone, or on b alone.
  const entries = ['a', 'b', 'c'].map((id) =>
    entry(id, { needs: ['tree', id], changes: ['tree', id] }),
  );
  const runs = [
    run('a', 'running', { needs: ['tree', 'a'] }),
    run('b', 'failed', { lands: ['a'], needs: ['tree', 'b'] }),
    run('b', 'passed', { id: 'b-alone', fails: ['a'], needs: ['tree', 'b'] }),
  ];
  expect(planned([queue({ entries, runs })], { slots: 3 })).toEqual([
    'start c on a',
    'start c on b',
  ]);
});
