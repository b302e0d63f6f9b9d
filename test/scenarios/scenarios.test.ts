import { describe, expect, test } from 'vitest';
import { apply, type Applied } from '../../src/core/apply/apply.ts';
import { verify } from '../../src/core/apply/verify.ts';
import { decode } from '../../src/core/formats/decode.ts';
import { explain } from '../../src/core/model/explain.ts';
import {
  loadScenarios,
  scenarioSnapshot,
  shown,
  treeAfter,
  type Scenario,
} from '../support/scenario.ts';

const SCENARIOS = loadScenarios(import.meta.dirname);

const named = (scenarios: readonly Scenario[]): (readonly [string, Scenario])[] =>
  scenarios.map((scenario) => [scenario.name, scenario] as const);

function plan(scenario: Scenario): Applied {
  const decoded = decode(scenario.response, { roots: scenario.facts.roots ?? [] });
  return apply(decoded, scenarioSnapshot(scenario), {
    repoName: scenario.facts.repoName ?? 'repo',
  });
}

const codesOf = (list: readonly { readonly code: string }[]): string[] =>
  list.map(({ code }) => code);

describe('scenarios', () => {
  test('each says what comes of it', () => {
    const unsaid = SCENARIOS.filter(
      ({ expected, refused }) => (expected === null) === (refused === null),
    );
    expect(unsaid.map(({ name }) => name)).toEqual([]);
  });

  test.each(named(SCENARIOS.filter(({ refused }) => refused === null)))('%s', (_name, scenario) => {
    const applied = plan(scenario);
    expect(applied.rejections).toEqual([]);
    const { patch } = applied;
    if (patch === null) throw new Error('no patch');
    expect(verify(patch, scenarioSnapshot(scenario))).toEqual([]);
    expect(treeAfter(scenario.input, patch)).toEqual(shown(scenario.expected ?? new Map()));
    const modes = Object.fromEntries(patch.changes.map(({ path, after }) => [path, after?.mode]));
    expect(modes).toMatchObject(scenario.facts.expectedModes ?? {});
    expect(codesOf(applied.holds)).toEqual(
      expect.arrayContaining([...(scenario.facts.holds ?? [])]),
    );
    expect(codesOf(applied.notes)).toEqual(
      expect.arrayContaining([...(scenario.facts.notes ?? [])]),
    );
  });

  test.each(named(SCENARIOS.filter(({ refused }) => refused !== null)))('%s', (_name, scenario) => {
    const before = shown(scenario.input);
    const applied = plan(scenario);
    expect(applied.patch).toBeNull();
    for (const wanted of scenario.refused ?? [])
      expect(applied.rejections).toContainEqual(expect.objectContaining(wanted));
    for (const rejection of applied.rejections) expect(explain(rejection).title).not.toBe('');
    expect(shown(scenario.input)).toEqual(before);
  });
});
