import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { patchText } from '../../../src/core/repair/patch-text.ts';
import type { FileChange, Patch } from '../../../src/core/model/patch.ts';
import { changeOf, repoPath } from '../../support/patches.ts';
import { plannedOn } from '../../support/repairs.ts';

const patch = (...changes: readonly FileChange[]): Patch => ({ base: null, changes });
const side = (text: string, mode: '100644' | '100755' | '120000' = '100644') => ({
  bytes: Buffer.from(text),
  mode,
});

describe('a patch as a diff', () => {
  test('of each kind of change', () => {
    const changes = [
      { ...changeOf('made.txt', ['', 'new\n']), before: null },
      { ...changeOf('gone.txt', ['old\nopen', '']), after: null },
      { ...changeOf('new.txt', ['a\n', 'b\n']), from: repoPath('old.txt') },
      { ...changeOf('run.sh', ['x\n', 'x\n']), after: side('x\n', '100755') },
    ];
    expect(patchText(patch(...changes), 3)).toBe(
      [
        'diff --git a/made.txt b/made.txt',
        'new file mode 100644',
        '--- /dev/null',
        '+++ b/made.txt',
        '@@ -0,0 +1,1 @@',
        '+new',
        'diff --git a/gone.txt b/gone.txt',
        'deleted file mode 100644',
        '--- a/gone.txt',
        '+++ /dev/null',
        '@@ -1,2 +0,0 @@',
        '-old',
        '-open',
        '\\ No newline at end of file',
        'diff --git a/old.txt b/new.txt',
        'rename from old.txt',
        'rename to new.txt',
        '--- a/old.txt',
        '+++ b/new.txt',
        '@@ -1,1 +1,1 @@',
        '-a',
        '+b',
        'diff --git a/run.sh b/run.sh',
        'old mode 100644',
        'new mode 100755',
        '',
      ].join('\n'),
    );
  });

  test('joins places that are near, and parts those that are not', () => {
    const old = Array.from({ length: 20 }, (_, at) => `line ${at}`);
    const now = old.map((line, at) => ([2, 5, 15].includes(at) ? line.toUpperCase() : line));
    const text = patchText(patch(changeOf('a', [`${old.join('\n')}\n`, `${now.join('\n')}\n`])), 2);
    expect(text?.match(/^@@.*$/gm)).toEqual(['@@ -1,8 +1,8 @@', '@@ -14,5 +14,5 @@']);
  });

  test('is none of what has no lines', () => {
    expect(patchText(patch(changeOf('a.bin', ['a\0', 'b\0'])), 3)).toBeNull();
    const link = { ...changeOf('link', ['a', 'b']), after: side('b', '120000') };
    expect(patchText(patch(link), 3)).toBeNull();
  });

  test('is read back to the very bytes', () => {
    const line = fc.constantFrom(
      'alpha one',
      '  beta two',
      '\tgamma three',
      '',
      'delta "x" four',
      '-- e',
      '+++ f',
      '@@ g',
      'é ü',
    );
    const text = fc
      .tuple(
        fc.array(line, { minLength: 1, maxLength: 12 }),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.boolean(),
      )
      .map(
        ([lines, ending, isOpen, hasMark]) =>
          `${hasMark ? '\ufeff' : ''}${lines.join(ending)}${isOpen ? '' : ending}`,
      );
    const edit = fc.record({ at: fc.nat({ max: 11 }), to: fc.constantFrom('omega new', '') });
    let compared = 0;
    fc.assert(
      fc.property(text, edit, (old, { at, to }) => {
        const ending = old.includes('\r\n') ? '\r\n' : '\n';
        const lines = old.split(ending);
        if (at >= lines.length - 1) return;
        lines[at] = at === 0 && old.startsWith('\ufeff') ? `\ufeff${to}` : to;
        const now = lines.join(ending);
        const diff = patchText(patch(changeOf('a.txt', [old, now])), 25) ?? '';
        const planned = plannedOn({ 'a.txt': old }, diff);
        // What it cannot say it refuses; it never comes to something else.
        if (planned === null) return;
        compared += 1;
        expect(planned).toEqual({ 'a.txt': Buffer.from(now).toString('latin1') });
      }),
      { numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(50);
  });
});
