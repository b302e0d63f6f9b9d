import { expect, test } from 'vitest';
import { dice } from '../../../../scripts/chaos/dice.ts';
import { LANDING_STEPS, planKills } from '../../../../scripts/chaos/kills.ts';

test('the same seed plans the same deaths, another one others', () => {
  const plan = (seed: number): unknown => planKills(60, dice(seed, 'kills'));
  expect(plan(3)).toEqual(plan(3));
  expect(plan(3)).not.toEqual(plan(4));
});

test('every step has its turn before any has its second, with random moments between', () => {
  const kills = planKills(200, dice(1, 'kills'));
  const steps = kills.flatMap((kill) => (kill.kind === 'step' ? [kill.step] : []));
  const rounds = Math.floor(steps.length / LANDING_STEPS.length);
  for (let round = 0; round < rounds; round += 1) {
    const turn = steps.slice(round * LANDING_STEPS.length, (round + 1) * LANDING_STEPS.length);
    expect(turn.toSorted()).toEqual(LANDING_STEPS.toSorted());
  }
  expect(kills).toHaveLength(200);
  expect(kills.some(({ kind }) => kind === 'random')).toBe(true);
});
