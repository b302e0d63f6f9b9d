import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Edit } from '../../../src/core/model/edit.ts';
import { decodeText } from '../../support/decode-text.ts';
import { codeLines, repoPaths } from '../../support/response-fragments.ts';

/** A change of whole lines, as each format writes it down. */
interface Change {
  readonly path: string;
  readonly old: readonly string[];
  readonly new: readonly string[];
}

const change: fc.Arbitrary<Change> = fc.record({ path: repoPaths, old: codeLines, new: codeLines });
const prose = fc.constantFrom(
  '',
  'Here is the change.\n\n',
  '# Plan\n\nTwo words.\n\n',
  'Message: x\n\n',
);
const tagged = (tag: string, lines: readonly string[]): readonly string[] =>
  lines.map((line) => tag + line);

const replaceForms: readonly (readonly [name: string, render: (change: Change) => string])[] = [
  [
    'bracket markers',
    ({ path, old, new: fresh }) =>
      ['File: ' + path, '[[[SEARCH]]]', ...old, '[[[DIVIDER]]]', ...fresh, '[[[REPLACE]]]'].join(
        '\n',
      ),
  ],
  [
    'conflict markers',
    ({ path, old, new: fresh }) =>
      [path, '<<<<<<< SEARCH', ...old, '=======', ...fresh, '>>>>>>> REPLACE'].join('\n'),
  ],
  [
    'conflict markers in a fence',
    ({ path, old, new: fresh }) =>
      [
        '`' + path + '`',
        '```',
        '------- SEARCH',
        ...old,
        '=======',
        ...fresh,
        '+++++++ REPLACE',
        '```',
      ].join('\n'),
  ],
  [
    'unified diff',
    ({ path, old, new: fresh }) =>
      [
        '```diff',
        `--- a/${path}`,
        `+++ b/${path}`,
        `@@ -1,${old.length} +1,${fresh.length} @@`,
        ...tagged('-', old),
        ...tagged('+', fresh),
        '```',
      ].join('\n'),
  ],
  [
    'bare unified diff',
    ({ path, old, new: fresh }) =>
      [
        `--- a/${path}`,
        `+++ b/${path}`,
        `@@ -1,${old.length} +1,${fresh.length} @@`,
        ...tagged('-', old),
        ...tagged('+', fresh),
        '',
        '- prose',
      ].join('\n'),
  ],
  [
    'patch envelope',
    ({ path, old, new: fresh }) =>
      [
        '*** Begin Patch',
        `*** Update File: ${path}`,
        '@@',
        ...tagged('-', old),
        ...tagged('+', fresh),
        '*** End Patch',
      ].join('\n'),
  ],
  [
    'tool call',
    ({ path, old, new: fresh }) =>
      JSON.stringify({ path, old_str: old.join('\n'), new_str: fresh.join('\n') }),
  ],
  [
    'tool call in a fence',
    ({ path, old, new: fresh }) =>
      [
        '```json',
        JSON.stringify(
          {
            name: 'edit',
            arguments: { path, edits: [{ oldText: old.join('\n'), newText: fresh.join('\n') }] },
          },
          null,
          2,
        ),
        '```',
      ].join('\n'),
  ],
  [
    'tags',
    ({ path, old, new: fresh }) =>
      [
        path,
        '<edits>',
        '<old_text>',
        ...old,
        '</old_text>',
        '<new_text>',
        ...fresh,
        '</new_text>',
        '</edits>',
      ].join('\n'),
  ],
];

const contentForms: readonly (readonly [
  name: string,
  render: (path: string, lines: readonly string[]) => string,
])[] = [
  ['whole file', (path, lines) => ['### `' + path + '`', '', '```', ...lines, '```'].join('\n')],
  ['whole file by info', (path, lines) => ['````ts ' + path, ...lines, '````'].join('\n')],
  [
    'added file',
    (path, lines) =>
      ['*** Begin Patch', `*** Add File: ${path}`, ...tagged('+', lines), '*** End Patch'].join(
        '\n',
      ),
  ],
  [
    'diff of a new file',
    (path, lines) =>
      [
        '```diff',
        `diff --git a/${path} b/${path}`,
        'new file mode 100644',
        '--- /dev/null',
        `+++ b/${path}`,
        `@@ -0,0 +1,${lines.length} @@`,
        ...tagged('+', lines),
        '```',
      ].join('\n'),
  ],
  [
    'write call',
    (path, lines) =>
      JSON.stringify({ name: 'write_file', arguments: { path, content: lines.join('\n') + '\n' } }),
  ],
  [
    'empty SEARCH',
    (path, lines) => [path, '<<<<<<< SEARCH', '=======', ...lines, '>>>>>>> REPLACE'].join('\n'),
  ],
];

const sides = (edit: Edit | undefined): unknown => {
  if (edit?.kind === 'replace') return [edit.target.path, edit.old, edit.new];
  return edit?.kind === 'create' || edit?.kind === 'write'
    ? [edit.target.path, edit.content]
    : edit;
};

describe('an edit written down in a format is read back', () => {
  test.each(replaceForms)('%s', (_, render) => {
    fc.assert(
      fc.property(prose, fc.array(change, { minLength: 1, maxLength: 3 }), (text, changes) => {
        const decoded = decodeText(`${text}${changes.map(render).join('\n\n')}\n`);
        expect(decoded.rejections).toEqual([]);
        const distinct = new Map(
          changes.map((item) => [
            JSON.stringify(item),
            [item.path, item.old.join('\n'), item.new.join('\n')],
          ]),
        );
        expect(decoded.edits.map(sides)).toEqual([...distinct.values()]);
      }),
      { numRuns: 60 },
    );
  });
  test.each(contentForms)('%s', (_, render) => {
    fc.assert(
      fc.property(prose, repoPaths, codeLines, (text, path, lines) => {
        const decoded = decodeText(`${text}${render(path, lines)}\n`);
        expect(decoded.rejections).toEqual([]);
        expect(decoded.edits.map(sides)).toEqual([[path, `${lines.join('\n')}\n`]]);
      }),
      { numRuns: 60 },
    );
  });
  test.each(replaceForms)('%s, cut off anywhere, is never read as another edit', (_, render) => {
    fc.assert(
      fc.property(change, fc.nat({ max: 99 }), (item, percent) => {
        const whole = render(item);
        const lines = whole.split('\n');
        const cut = lines.slice(0, Math.floor((lines.length * percent) / 100)).join('\n');
        const decoded = decodeText(cut);
        if (decoded.rejections.length > 0) return;
        expect(decoded.edits.map(sides)).toEqual([
          [item.path, item.old.join('\n'), item.new.join('\n')],
        ]);
      }),
      { numRuns: 200 },
    );
  });
});
