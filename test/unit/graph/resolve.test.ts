import { describe, expect, test } from 'vitest';
import { resolveJavascript } from '../../../src/core/graph/resolve/resolve-javascript.ts';
import { dependencies, projectOfFiles, type Files } from '../../support/graphs.ts';

const WORKSPACE: Files = {
  'package.json':
    '{"name": "root", "workspaces": ["packages/*"], "imports": {"#lib/*": "./src/lib/*.js"}}',
  'tsconfig.json': '{ // why\n "extends": "./tsconfig.base.json", "include": ["src"], }',
  'tsconfig.base.json':
    '{"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"], "exact": ["src/a.ts"]}}}',
  'src/a.ts': '',
  'src/b.tsx': '',
  'src/lib/c.ts': '',
  'src/data.json': '{}',
  'src/folder/index.ts': '',
  'src/types.d.ts': '',
  'packages/core/package.json':
    '{"name": "@x/core", "exports": {".": {"types": "./dist/index.d.ts", "default": "./dist/index.js"}, "./sub/*": "./dist/sub/*.js", "./package.json": "./package.json"}}',
  'packages/core/src/index.ts': '',
  'packages/core/src/sub/one.ts': '',
  'packages/plain/package.json': '{"name": "plain", "main": "lib/main.js"}',
  'packages/plain/lib/main.js': '',
  'packages/plain/extra.js': '',
  'packages/bare/package.json': '{"name": "bare"}',
  'packages/bare/src/index.ts': '',
  'packages/app/tsconfig.json': '{"compilerOptions": {"paths": {"~/*": ["./src/*"]}}}',
  'packages/app/src/main.ts': '',
};

describe('JavaScript', () => {
  const project = projectOfFiles(WORKSPACE);
  test.each([
    ['./a', 'src/x.ts', ['src/a.ts']],
    ['./a.ts', 'src/x.ts', ['src/a.ts']],
    ['./a.js', 'src/x.ts', ['src/a.ts']],
    ['./b.js', 'src/x.ts', ['src/b.tsx']],
    ['./data.json', 'src/x.ts', ['src/data.json']],
    ['./folder', 'src/x.ts', ['src/folder/index.ts']],
    ['.', 'src/folder/x.ts', ['src/folder/index.ts']],
    ['./types', 'src/x.ts', ['src/types.d.ts']],
    ['./a?raw', 'src/x.ts', ['src/a.ts']],
    ['../../out', 'src/x.ts', []],
    ['./none', 'src/x.ts', []],
    ['@/lib/c', 'src/folder/x.ts', ['src/lib/c.ts']],
    ['exact', 'src/x.ts', ['src/a.ts']],
    ['src/a', 'src/x.ts', ['src/a.ts']],
    ['#lib/c', 'src/x.ts', ['src/lib/c.ts']],
    ['@x/core', 'src/x.ts', ['packages/core/src/index.ts']],
    ['@x/core/sub/one', 'src/x.ts', ['packages/core/src/sub/one.ts']],
    ['plain', 'src/x.ts', ['packages/plain/lib/main.js']],
    ['plain/extra', 'src/x.ts', ['packages/plain/extra.js']],
    ['bare', 'src/x.ts', ['packages/bare/src/index.ts']],
    ['~/main', 'packages/app/src/x.ts', ['packages/app/src/main.ts']],
    ['~/main', 'src/x.ts', []],
    ['node:fs', 'src/x.ts', []],
    ['vitest', 'src/x.ts', []],
    ['', 'src/x.ts', []],
  ])('%s from %s', (specifier, from, found) => {
    expect(resolveJavascript(specifier, from, project)).toEqual(found);
  });

  test('configs that extend one another in a ring, and manifests that cannot be read', () => {
    const files = {
      'tsconfig.json': '{"extends": "./tsconfig.b.json"}',
      'tsconfig.b.json': '{"extends": "./tsconfig.json"}',
      'package.json': '[1, "name"',
      'a/package.json': '{"name": "q", "exports": {"./*": null, "x": 3}}',
      'b/package.json': '['.repeat(100_000),
      'a/b.ts': '',
    };
    expect(resolveJavascript('q/b', 'x.ts', projectOfFiles(files))).toEqual(['a/b.ts']);
  });
});

describe('other languages', () => {
  test.each<readonly [string, Files, string, readonly string[]]>([
    [
      'Python package',
      {
        'app/__init__.py': '',
        'app/a.py': 'from app.b import c\nimport app\nimport os\n',
        'app/b/__init__.py': '',
        'app/b/c.py': '',
      },
      'app/a.py',
      ['app/__init__.py', 'app/b/__init__.py', 'app/b/c.py'],
    ],
    [
      'Python relative',
      { 'p/q/a.py': 'from ..r import s\nfrom . import t\n', 'p/r.py': '', 'p/q/t.py': '' },
      'p/q/a.py',
      ['p/q/t.py', 'p/r.py'],
    ],
    [
      'Python under src, from a test',
      { 'src/app/a.py': '', 'tests/test_a.py': 'import app.a\n' },
      'tests/test_a.py',
      ['src/app/a.py'],
    ],
    [
      'Go package and folder',
      {
        'go.mod': 'module x.org/m\n',
        'a/a.go': 'package a\nimport "x.org/m/b"\n',
        'a/other.go': '',
        'a/a_test.go': '',
        'b/b.go': '',
        'b/b_test.go': '',
      },
      'a/a.go',
      ['a/other.go', 'b/b.go'],
    ],
    [
      'Rust modules',
      {
        'Cargo.toml': '[package]\nname = "me"\n',
        'src/lib.rs': 'mod a;\nuse crate::a::b::Thing;\n',
        'src/a/mod.rs': 'mod b;',
        'src/a/b.rs': '',
      },
      'src/lib.rs',
      ['src/a/b.rs', 'src/a/mod.rs'],
    ],
    [
      'Rust super and crates',
      {
        'x/Cargo.toml': '[package]\nname = "x-y"\n',
        'x/src/lib.rs': '',
        'z/src/lib.rs': '',
        'z/src/a.rs': '',
        'z/src/b.rs': 'use super::a::T;\nuse x_y::Q;\n',
      },
      'z/src/b.rs',
      ['x/src/lib.rs', 'z/src/a.rs'],
    ],
    [
      'Java import, package and star',
      {
        'src/main/java/p/A.java': 'package p;\nimport q.C;\nimport r.*;\nclass A { B b; }\n',
        'src/main/java/p/B.java': '',
        'lib/q/C.java': '',
        'src/main/java/r/D.java': '',
        'src/main/java/s/B.java': '',
      },
      'src/main/java/p/A.java',
      ['lib/q/C.java', 'src/main/java/p/B.java', 'src/main/java/r/D.java'],
    ],
    [
      'C header beside and elsewhere',
      {
        'src/a.c': '#include "a.h"\n#include <lib/b.h>\n#include <stdio.h>\n',
        'src/a.h': '',
        'include/lib/b.h': '',
      },
      'src/a.c',
      ['include/lib/b.h', 'src/a.h'],
    ],
    [
      'C header stands for its source',
      { 'a.h': '', 'a.cpp': '#include "a.h"\n' },
      'a.h',
      ['a.cpp'],
    ],
    [
      'Ruby',
      { 'lib/a.rb': "require 'x/b'\nrequire_relative 'c'\n", 'lib/x/b.rb': '', 'lib/c.rb': '' },
      'lib/a.rb',
      ['lib/c.rb', 'lib/x/b.rb'],
    ],
  ])('%s', (_name, files, path, found) => {
    expect(dependencies(files, path)).toEqual(found);
  });
});
