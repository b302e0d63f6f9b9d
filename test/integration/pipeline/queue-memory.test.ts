import { describe, expect, test } from 'vitest';
import { completeConfig } from '../../../src/config/complete-config.ts';
import { asOid, type BranchRef, type SubmissionId } from '../../../src/core/model/ids.ts';
import { EVERYTHING } from '../../../src/core/schedule/queue-state.ts';
import { partsOf } from '../../../src/pipeline/parts-of.ts';
import { QueueMemory } from '../../../src/pipeline/queue-memory.ts';

const MAIN = 'refs/heads/main' as BranchRef;
const A = 'aaaaaaaa' as SubmissionId;
const TIP = asOid('a'.repeat(40));
const prospect = { target: MAIN, needs: ['path a'], changes: ['path a'], lines: 1, retries: 0 };

function remembered(): QueueMemory {
  const memory = new QueueMemory(2, 10);
  memory.prospects.set(A, prospect);
  memory.meet(MAIN, TIP);
  return memory;
}

const windowOf = (memory: QueueMemory): number | undefined =>
  memory.state([], 0).targets[0]?.window;

describe('what the scheduler remembers', () => {
  test('the window halves with each failure, down to twice the slots, and grows by one', () => {
    const memory = remembered();
    expect(windowOf(memory)).toBe(10);
    memory.noteVerdict(MAIN, false);
    expect(windowOf(memory)).toBe(5);
    memory.noteVerdict(MAIN, false);
    expect(windowOf(memory)).toBe(4);
    memory.noteVerdict(MAIN, true);
    expect(windowOf(memory)).toBe(5);
    for (let landings = 0; landings < 20; landings += 1) memory.noteVerdict(MAIN, true);
    expect(windowOf(memory)).toBe(10);
  });

  test('a run that is cancelled is under way until it is set or forgotten', () => {
    const memory = remembered();
    const controller = new AbortController();
    const run = {
      members: [A],
      version: 0,
      lands: [],
      fails: [],
      needs: [],
      state: 'running',
    } as const;
    const key = memory.addRun(MAIN, run, { startedAt: 0, controller });
    memory.setRun(MAIN, key, 'cancelling');
    expect([...memory.living()]).toHaveLength(1);
    expect(memory.state([], 0).targets[0]?.runs.map(({ state }) => state)).toEqual(['cancelling']);
    memory.forgetRun(MAIN, key);
    expect([...memory.living()]).toEqual([]);
  });

  test('a branch is forgotten once nobody is on the way to it, and not before', () => {
    const memory = remembered();
    memory.keepTargets();
    expect(memory.targets).toEqual([MAIN]);
    memory.prospects.delete(A);
    memory.setLanding(MAIN, A);
    memory.keepTargets();
    expect(memory.targets).toEqual([MAIN]);
    memory.setLanding(MAIN, null);
    memory.keepTargets();
    expect(memory.targets).toEqual([]);
  });

  test('batches are of one, and of what is not known nothing is planned', () => {
    const memory = remembered();
    const unknown = 'bbbbbbbb' as SubmissionId;
    const state = memory.state(
      [
        { id: A, rank: 0, isPaused: false },
        { id: unknown, rank: 0, isPaused: false },
      ],
      0,
    );
    expect(state.batch).toBe(1);
    expect(state.targets[0]?.entries.map(({ id }) => id)).toEqual([A]);
  });
});

describe('the parts of a change', () => {
  const gate = (name: string, more: object = {}) => ({ name, run: ['true'], ...more });
  const configOf = (...gates: readonly object[]) => {
    const { config, problems } = completeConfig({ gates } as never);
    expect(problems).toEqual([]);
    return config;
  };

  test('a gate that declares its inputs is needed and changed by what is among them', () => {
    const config = configOf(
      gate('a', { files: ['/a/**'], inputs: ['/a/**'] }),
      gate('b', { files: ['/b/**'], inputs: ['/b/**', '/a/shared'] }),
    );
    expect(partsOf(config, ['a/x'])).toEqual({
      needs: ['gate a', 'path a/x'],
      changes: ['gate a', 'path a/x'],
    });
    expect(partsOf(config, ['a/shared'])).toEqual({
      needs: ['gate a', 'path a/shared'],
      changes: ['gate a', 'gate b', 'path a/shared'],
    });
  });

  test.each([
    ['declares nothing', gate('all')],
    ['names the base', gate('all', { run: ['x', '{base}'], inputs: ['/b/**'] })],
    ['names tests', gate('all', { run: ['x', '{affectedTests}'], inputs: ['/b/**'] })],
  ])('a gate that %s is changed by everything', (_, one) => {
    expect(partsOf(configOf(one), ['a/x']).changes).toEqual(['gate all', 'path a/x']);
  });

  describe('under lanes', () => {
    const lanes = { api: ['/api/**'], web: ['/web/**'] };
    const inLanes = (...gates: readonly object[]) => {
      const { config, problems } = completeConfig({ gates, queue: { lanes } } as never);
      expect(problems).toEqual([]);
      return config;
    };

    test('a gate for the whole tree is needed in one lane and changed there', () => {
      expect(partsOf(inLanes(gate('all')), ['api/a', 'api/b'])).toEqual({
        needs: ['gate all', 'gate all in lane api', 'path api/a', 'path api/b'],
        changes: ['gate all in lane api', 'path api/a', 'path api/b'],
      });
    });

    test('it is needed in all lanes by a change of two, and changed in both', () => {
      expect(partsOf(inLanes(gate('all')), ['api/a', 'web/b'])).toEqual({
        needs: [
          'gate all',
          'gate all in lane api',
          'gate all in lane web',
          'path api/a',
          'path web/b',
        ],
        changes: ['gate all in lane api', 'gate all in lane web', 'path api/a', 'path web/b'],
      });
    });

    test('what is in no lane is needed by everybody', () => {
      const { needs, changes } = partsOf(inLanes(gate('all')), ['lib/a']);
      expect([needs.length, changes]).toEqual([4, ['gate all', 'path lib/a']]);
    });

    test.each([
      ['declares its inputs', { inputs: ['/api/**'] }],
      ['goes by imports', { inputs: 'closure' }],
      ['names commits', { run: ['x', '{base}'] }],
      ['names tests', { run: ['x', '{affectedTests}'] }],
    ])('a gate that %s goes by no lanes', (_, more) => {
      expect(partsOf(inLanes(gate('g', more)), ['api/a'])).toEqual({
        needs: ['gate g', 'path api/a'],
        changes: ['gate g', 'path api/a'],
      });
    });
  });

  test('the config changes everything', () => {
    expect(partsOf(configOf(), ['sallyport.config.json']).changes).toEqual([EVERYTHING]);
  });
});
