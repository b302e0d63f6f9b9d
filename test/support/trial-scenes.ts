import { Buffer } from 'node:buffer';
import { blobId } from '../../src/core/model/content-hash.ts';
import { asOid } from '../../src/core/model/ids.ts';
import type { TreeEntry } from '../../src/core/model/patch.ts';
import type { Scene, SceneFile } from '../../scripts/trials/scene.ts';
import { bytesOf, textFileOf } from '../../scripts/trials/text-file.ts';

/** What a file is before and after; null: not there. */
export type Sides = readonly [before: string | null, after: string | null];

/** A scene out of texts; `others` are files of the tree that the change leaves alone. */
export function sceneOf(
  changed: Readonly<Record<string, Sides>>,
  others: Readonly<Record<string, string>> = {},
): Scene {
  const files = Object.entries(changed).map(([path, [before, after]]): SceneFile => {
    const text = (side: string | null) => (side === null ? null : textFileOf(Buffer.from(side)));
    return { path, mode: '100644', before: text(before), after: text(after) };
  });
  const contents = new Map<string, Buffer>(
    Object.entries(others).map(([path, text]) => [path, Buffer.from(text)]),
  );
  for (const { path, before } of files) if (before !== null) contents.set(path, bytesOf(before));
  const tree = [...contents]
    .map(([path, bytes]): TreeEntry => ({ path, mode: '100644', oid: asOid(blobId(bytes)) }))
    .sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  return {
    id: 'sample',
    repoName: 'repo',
    files,
    tree,
    read: ({ path }) => contents.get(path) ?? Buffer.alloc(0),
  };
}

/** Lines that differ from each other, as a program's do. */
const program = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) =>
    at % 7 === 6 ? '' : `  const ${name}Number${at} = compute${at % 5}("step ${at}", ${at * 3});`,
  );

/** A change of two places in one file and of one in another, with lines that stand more than once. */
export function sampleScene(): Scene {
  const main = [
    'export function first(input) {',
    ...program('first', 20),
    '  return input;',
    '}',
    '',
    'export function second(input) {',
    ...program('second', 24),
    '  return input;',
    '}',
  ];
  const changed = main.flatMap((line, at) => {
    if (at === 5) return ['  const firstNumber4 = replaced("step 4", 40 < input && 12 > 3);'];
    if (at === 21) return ['  check(input, "first & last");', '  check(again);', line];
    if (at === 40) return [];
    return [line];
  });
  const side = ['import { first } from "./main.js";', '', ...program('side', 12), 'first(1);'];
  const sideAfter = side.map((line) => (line === 'first(1);' ? 'first(2);' : line));
  const join = (lines: readonly string[]): string => `${lines.join('\n')}\n`;
  return sceneOf(
    {
      'src/main.js': [join(main), join(changed)],
      'src/parts/side.js': [join(side), join(sideAfter)],
    },
    { 'src/other.js': join(program('other', 10)), 'lib/side.js': join(program('lib', 4)) },
  );
}
