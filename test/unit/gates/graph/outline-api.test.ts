import { describe, expect, test } from 'vitest';
import { isSameApi } from '../../../../src/core/graph/module-api.ts';
import { outlineApi } from '../../../../src/gates/graph/outline-api.ts';

const isSame = async (path: string, before: string, after: string): Promise<boolean> =>
  isSameApi(await outlineApi(path, before), await outlineApi(path, after));

describe('importers see no difference', () => {
  test.each([
    ['a.py', 'def f(a):\n    return 1\n', '# why\ndef f(a):\n    """Doc."""\n    return 2\n'],
    [
      'a.py',
      'class A:\n    def m(self):\n        pass\n',
      'class A:\n    def m(self):\n        go()\n',
    ],
    [
      'a.go',
      'package a\n\nfunc F(a int) int { return 1 }\n',
      'package a\n\nfunc F(a int) int {\n\treturn 2\n}\n',
    ],
    ['a.go', 'package a\n\nfunc (t T) M() { }\n', 'package a\n\nfunc (t T) M() { go f() }\n'],
    ['a.rs', 'pub fn f(a: u8) -> u8 { 1 }\n', 'pub fn f(a: u8) -> u8 { 2 }\n'],
    ['A.java', 'class A { int f() { return 1; } }\n', 'class A {\n  int f() { return 2; }\n}\n'],
    ['A.java', 'class A { A() { x(); } }\n', 'class A { A() { y(); } }\n'],
    ['a.c', 'int f(int a) { return 1; }\n', 'int f(int a) { return 2; }\n'],
    ['a.h', 'int f(int a);\n', '/* why */\nint f(int a);\n'],
    ['a.h', 'class A { int f() { return 1; } };\n', 'class A { int f() { return 2; } };\n'],
    ['a.cpp', 'namespace n { int f() { return 1; } }\n', 'namespace n { int f() { return 2; } }\n'],
    ['a.rb', 'def f(a)\n  1\nend\n', 'def f(a)\n  2\nend\n'],
    [
      'a.rb',
      'class A\n  def self.f\n    1\n  end\nend\n',
      'class A\n  def self.f\n    2\n  end\nend\n',
    ],
  ])('%s: %j to %j', async (path, before, after) => {
    expect(await isSame(path, before, after)).toBe(true);
  });
});

describe('importers may see a difference', () => {
  test.each([
    ['a.py', 'def f(a):\n    return 1\n', 'def f(a, b):\n    return 1\n'],
    ['a.py', 'def f(a=1):\n    pass\n', 'def f(a=2):\n    pass\n'],
    ['a.py', 'X = 1\n', 'X = 2\n'],
    [
      'a.py',
      'class A:\n    def __init__(self):\n        self.a = 1\n',
      'class A:\n    def __init__(self):\n        self.b = 1\n',
    ],
    ['a.py', 'def f():\n    pass\n', '@cache\ndef f():\n    pass\n'],
    ['a.go', 'package a\n\nfunc F(a int) {}\n', 'package a\n\nfunc F(a uint) {}\n'],
    ['a.go', 'package a\n\ntype T struct { A int }\n', 'package a\n\ntype T struct { B int }\n'],
    ['a.rs', 'pub fn f() -> u8 { 1 }\n', 'pub fn f() -> u16 { 1 }\n'],
    ['a.rs', 'pub const A: u8 = 1;\n', 'pub const A: u8 = 2;\n'],
    ['A.java', 'class A { int f() { return 1; } }\n', 'class A { long f() { return 1; } }\n'],
    ['a.h', '#define A 1\n', '#define A 2\n'],
    ['a.cpp', 'auto f() { return 1; }\n', 'auto f() { return 1.0; }\n'],
    ['a.rb', 'def f(a)\nend\n', 'def f(a, b)\nend\n'],
    ['a.py', 'def f(:\n    pass\n', 'def f(:\n    pass\n'],
    ['a.kt', 'fun f() = 1\n', 'fun f() = 1\n'],
    ['a.md', '# a\n', '# a\n'],
  ])('%s: %j to %j', async (path, before, after) => {
    expect(await isSame(path, before, after)).toBe(false);
  });
});
