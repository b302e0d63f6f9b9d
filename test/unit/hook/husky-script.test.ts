import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasLines, planScript, withoutLines } from '../../../src/hook/install/husky-script.ts';
import { tempDir } from '../../support/temp-dir.ts';

const NAMES = ['pre-commit', 'pre-merge-commit', 'commit-msg', 'pre-push'] as const;

/** What a script becomes; itself where nothing is to be changed. */
function edited(name: (typeof NAMES)[number], text: string | null, isVersion8 = false): string {
  const folder = tempDir();
  mkdirSync(folder, { recursive: true });
  if (text !== null) writeFileSync(join(folder, name), text, 'latin1');
  return planScript(folder, name, isVersion8)?.after ?? text ?? '';
}

describe.each(NAMES)('%s', (name) => {
  const texts: readonly (string | null)[] = [
    null,
    '',
    'npx lint-staged\n',
    'npx lint-staged',
    'npx lint-staged\r\n',
    '#!/usr/bin/env sh\n. "$(dirname -- "$0")/_/husky.sh"\n\nnpm test\n',
    'if true; then\n  exit 0\nfi\n',
    'exec npm test\n',
  ];

  test.each(texts)('%j calls ours, once, and gives back what it was', (text) => {
    const after = edited(name, text);
    expect(hasLines(after, name)).toBe(true);
    expect(after.split('# sallyport: begin')).toHaveLength(2);
    expect(edited(name, after)).toBe(after);
    const without = withoutLines(after);
    expect([text ?? '', `${text ?? ''}\n`]).toContain(without);
    expect(spawnSync('sh', ['-n'], { input: after, encoding: 'utf8' }).stderr).toBe('');
  });

  test('lines of another version are replaced, not joined', () => {
    const old = 'a\n# sallyport: begin (old)\nsomething\n# sallyport: end\nb\n';
    const after = edited(name, old);
    expect(after).not.toContain('something');
    expect(withoutLines(after)).toBe('a\nb\n');
  });
});

test('ours is last, where what comes before may format and stage', () => {
  expect(edited('pre-commit', 'npx lint-staged\n')).toMatch(/^npx lint-staged\n# sallyport: begin/);
});

test('ours is first where the script would end before it, and in pre-push, whose list is read once', () => {
  expect(edited('pre-commit', 'exit 0\n')).toMatch(/^# sallyport: begin/);
  expect(edited('pre-push', 'git lfs pre-push "$@"\n')).toMatch(/^# sallyport: begin/);
  const version8 = '#!/usr/bin/env sh\n. "$(dirname -- "$0")/_/husky.sh"\n\nnpm test\n';
  expect(edited('pre-push', version8, true)).toMatch(/husky\.sh"\n# sallyport: begin/);
});

test('pre-push gives the list on to what follows', () => {
  const after = edited('pre-push', 'cat\n');
  const end = spawnSync('sh', ['-e', '-c', after, 'pre-push', 'origin', 'url'], {
    input: 'a b c d\ne f g h\n',
    encoding: 'utf8',
    cwd: '/',
  });
  expect({ status: end.status, out: end.stdout }).toEqual({ status: 0, out: 'a b c d\ne f g h\n' });
});

test('any text comes back to the byte', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary-ascii', maxLength: 60 }),
      fc.constantFrom(...NAMES),
      (text, name) => {
        const whole = text.replaceAll('# sallyport', '');
        const without = withoutLines(edited(name, whole));
        return without === whole || without === `${whole}\n`;
      },
    ),
    { numRuns: 60, seed: 7 },
  );
});
