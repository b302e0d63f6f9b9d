import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { DIALECTS } from '../../../../scripts/trials/dialects/dialects.ts';
import type { Dialect } from '../../../../scripts/trials/dialects/dialect.ts';
import { honestDraft, type Draft } from '../../../../scripts/trials/draft.ts';
import { responseOf, runTrial } from '../../../../scripts/trials/run-trial.ts';
import { seededRandom } from '../../../../scripts/trials/seeded-random.ts';
import type { Variant } from '../../../../scripts/trials/variants/variant.ts';
import { VARIANTS } from '../../../../scripts/trials/variants/variants.ts';
import { sampleScene, sceneOf } from '../../../support/trial-scenes.ts';

const SCENES = [
  sampleScene(),
  sceneOf(
    { 'src/side.js': [null, 'export const made = 1;\n'] },
    { 'src/a.js': 'const other = 1;\n' },
  ),
  sceneOf({
    'src/markup.js': [
      '<ul>\n  <li>one & only</li>\n  <li class="twin">twice</li>\n</ul>\n<ol>\n  <li class="twin">twice</li>\n</ol>\n<p>end of it all</p>\n<p>and more</p>\n<p>of it</p>\n<p>to come</p>\n',
      '<ul>\n  <li>one & only</li>\n  <li class="twin">thrice</li>\n</ul>\n<ol>\n  <li class="twin">twice</li>\n</ol>\n<p>end of it all</p>\n<p>and more</p>\n<p>of it</p>\n<p>to come</p>\n',
    ],
  }),
  sceneOf({ 'docs/gone.txt': ['first of the lines\nsecond of the lines\n', null] }),
];

interface Built {
  readonly draft: Draft;
  readonly honest: Draft;
  readonly response: Uint8Array;
  readonly plain: Uint8Array | null;
}

function build(variant: Variant, dialect: Dialect, seed: number): Built | null {
  for (const scene of SCENES) {
    const random = seededRandom(seed, variant.name);
    const honest = honestDraft(scene, random, dialect.family === 'hunks' ? 3 : 2);
    if (honest === null || dialect.render(honest) === null) continue;
    const draft = variant.make(honest, { random, dialect });
    const response = draft && responseOf(draft, dialect, seededRandom(seed, 'prose'));
    if (draft === null || response === null) continue;
    return {
      draft,
      honest,
      response,
      plain: responseOf(honest, dialect, seededRandom(seed, 'prose')),
    };
  }
  return null;
}

test('every variant has a name of its own', () => {
  expect(new Set(VARIANTS.map(({ name }) => name)).size).toBe(VARIANTS.length);
});

describe.each(VARIANTS.map((variant) => [variant.name, variant] as const))(
  '%s',
  (_name, variant) => {
    const built = DIALECTS.filter(variant.fits).flatMap((dialect) =>
      [1, 2].flatMap((seed) => {
        const made = build(variant, dialect, seed);
        return made === null ? [] : [{ dialect, seed, ...made }];
      }),
    );

    test('can be made', () => {
      expect(built.length).toBeGreaterThan(0);
    });

    test('takes effect: the response, the files or what is known of them differ', () => {
      if (variant.name === 'control' || variant.name === 'more-context') return;
      const idle = built.filter(
        ({ draft, honest, response, plain }) =>
          plain !== null &&
          Buffer.compare(response, plain) === 0 &&
          draft.world === honest.world &&
          draft.freshReads === undefined &&
          draft.ignored === undefined,
      );
      expect(idle.map(({ dialect }) => dialect.name)).toEqual([]);
    });

    test('is the same for the same seed', () => {
      for (const { dialect, seed, response } of built)
        expect(build(variant, dialect, seed)?.response).toEqual(response);
    });

    test('is applied right where it does no harm, and never wrong', () => {
      const bad = built.flatMap(({ dialect, draft, response }) => {
        const { verdict, why } = runTrial(draft, response);
        const isBad = variant.kind === 'harmless' ? verdict !== 'right' : verdict === 'wrong';
        return isBad ? [`${dialect.name}: ${verdict} ${why.join(' ')}`] : [];
      });
      expect(bad).toEqual([]);
    });
  },
);
