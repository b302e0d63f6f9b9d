import { describe, expect, test } from 'vitest';
import { importsOf } from '../../../scripts/layers/read-imports.ts';
import { LAYER_RULES, brokenRules } from '../../../scripts/layers/rules.ts';

const broken = (file: string, text: string): readonly string[] =>
  brokenRules(importsOf(file, text)).map(({ to, line }) => `${line}: ${to}`);

describe('layer rules', () => {
  test.each([
    [
      'core/match/locate.ts',
      "import { readFile } from 'node:fs/promises';",
      ['1: node:fs/promises'],
    ],
    ['core/match/locate.ts', "import { blobId } from '../model/content-hash.ts';", []],
    ['core/match/locate.ts', "import { createHash } from 'node:crypto';", []],
    [
      'core/apply/apply.ts',
      "\nexport { land } from '../../git/landing.ts';",
      ['2: git/landing.ts'],
    ],
    ['git/refs.ts', "import type { Store } from '../store/store.ts';", ['1: store/store.ts']],
    ['intake/http.ts', "const x = await import('../pipeline/plan.ts');", ['1: pipeline/plan.ts']],
    ['git/refs.ts', "import { simpleGit } from 'simple-git';", ['1: simple-git']],
    ['git/client.ts', "import { simpleGit } from 'simple-git';", []],
    ['index.ts', "import { openRepository } from './git/repository.ts';", ['1: git/repository.ts']],
    ['cli/main.ts', "import { x } from '../../scripts/x.ts';", ['1: ../scripts/x.ts']],
    ['novel/a.ts', "import { x } from '../core/x.ts';", ['1: core/x.ts']],
  ])('%s with %j', (file, text, expected) => {
    expect(broken(file, text)).toEqual(expected);
  });

  test('every rule says why', () => {
    for (const { reason } of LAYER_RULES) expect(reason.length).toBeGreaterThan(20);
  });
});
