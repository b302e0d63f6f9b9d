import { array, assert as assertHolds, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { IMPORT_READERS, importReader } from '../../src/core/graph/import-readers/registry.ts';

/** What each language may import with, and text that only looks like it. */
const SAMPLES: Readonly<
  Record<string, readonly (readonly [text: string, found: readonly string[]])[]>
> = {
  javascript: [
    [
      `import a, { b } from './a.ts';\nimport './side';\nexport * from "../b";`,
      ['./a.ts', './side', '../b'],
    ],
    [`const a = require('a'); await import('./b'); vi.mock('./c', f);`, ['a', './b', './c']],
    ['import {\n  a,\n  b,\n} from\n  "./long";', ['./long']],
    [`// import './no'\nconst s = "from './no'"; a.from('./x'); f(importer('./y'))`, []],
    ['import(`./${name}`); import type { T } from `./t`;', ['./t']],
  ],
  python: [
    [
      'import a.b, c as d\nfrom . import x\nfrom ..p.q import (\n    y,  # why\n    z as w,\n)\n',
      ['a.b', 'c', '.', '.x', '..p.q', '..p.q.y', '..p.q.z'],
    ],
    ['# import no\nimportant = 1\nfrom_ = 2\n', []],
  ],
  go: [
    [
      'package a\nimport "x/y"\nimport (\n\tz "x/z"\n\t_ "x/side" // why\n)\nfunc f() { import_("no") }\nvar s = "q"\n',
      ['x/y', 'x/z', 'x/side'],
    ],
  ],
  rust: [
    [
      'mod a;\npub(crate) mod b;\n#[path = "c/d.rs"]\nmod d;\nuse crate::x::{y, z::{self, w}};\npub use super::q as r;\nmod inline { }\n// mod no;\n',
      [
        'mod:a',
        'mod:b',
        'path:c/d.rs',
        'mod:d',
        'use:crate::x::y',
        'use:crate::x::z::self',
        'use:crate::x::z::w',
        'use:super::q',
      ],
    ],
    ['use a::{\n  b,\n  c,\n};\n', ['use:a::b', 'use:a::c']],
  ],
  jvm: [
    [
      'package p.q;\nimport a.b.C;\nimport static a.b.D.m;\nimport a.c.*;\nclass E extends F { }\n',
      ['a.b.C', 'a.b.D.m', 'a.c.*', 'p.q.E', 'p.q.F'],
    ],
  ],
  c: [
    [
      '#include "a/b.h"\n#  include <c.h>\n// #include "no.h"\nint x; char *s = "#include";\n',
      ['"a/b.h', '<c.h'],
    ],
  ],
  ruby: [
    [
      "require 'a/b'\nrequire_relative 'c'\nrequire_relative \"../d\"\nautoload :E, 'e/f'\n# require 'no'\nrequired 'no'\n",
      ['a/b', './c', '../d', 'e/f'],
    ],
  ],
};

describe.each(IMPORT_READERS.map((reader) => [reader.language, reader] as const))(
  '%s',
  (language, reader) => {
    test.each(SAMPLES[language] ?? [])('%j', (text, found) => {
      expect(reader.read(text)).toEqual(found);
    });

    test('has samples', () => {
      expect(SAMPLES[language]?.length ?? 0).toBeGreaterThan(0);
    });

    test('takes any text', () => {
      const pieces = constantFrom(
        'import ',
        'from ',
        '(',
        ')',
        '"',
        "'",
        '`',
        '\n',
        '{',
        '}',
        ',',
        'use ',
        'mod a',
        ';',
        '#include ',
        'require',
        ' ',
        '::',
        '.',
        '*',
        'package x',
        '/*',
        '//',
        '\\',
      );
      assertHolds(
        property(array(pieces, { maxLength: 60 }), string(), (parts, tail) => {
          for (const text of [parts.join(''), parts.join('') + tail])
            for (const specifier of reader.read(text)) expect(typeof specifier).toBe('string');
        }),
      );
    });

    test('does not backtrack', () => {
      for (const text of [
        'import '.repeat(20_000),
        'use a::{'.repeat(20_000),
        ' '.repeat(200_000),
        'from '.repeat(30_000),
        '("'.repeat(50_000),
        'A.'.repeat(50_000),
      ])
        reader.read(text);
    });
  },
);

test('extensions belong to one reader', () => {
  const all = IMPORT_READERS.flatMap(({ extensions }) => extensions);
  expect(new Set(all).size).toBe(all.length);
  expect(importReader('a/b.MTS')?.language).toBe('javascript');
  expect(importReader('README.md')).toBeUndefined();
  expect(importReader('.ts')).toBeUndefined();
});
