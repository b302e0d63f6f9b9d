import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { lostImports } from '../../../src/core/policies/imports/lost-imports.ts';

const lost = (path: string, before: string, after: string): readonly string[] =>
  lostImports(path, Buffer.from(before), Buffer.from(after));

type Row = readonly [name: string, path: string, before: string, after: string, wanted: string];

const GO = 'package a\n\nimport (\n\t"fmt"\n\tjs "encoding/json"\n\t"gopkg.in/yaml.v3"\n)\n\n';
const GO_BODY = 'func f() { fmt.Println(js.Marshal(1), yaml.Marshal(2)) }\n';
const RUST = 'use std::collections::{self, HashMap, hash_map::Entry as E};\nmod parts;\n\n';
const RUST_BODY = 'fn f(m: HashMap<u8, E>) { parts::run(collections::new()) }\n';
const JAVA = 'package a;\n\nimport java.util.List;\nimport static a.B.make;\nimport java.io.*;\n\n';
const JAVA_BODY = 'class A { List<String> f() { return make(); } }\n';
const C = '#include <stdio.h>\n#include <string.h>\n#include "dir/queue.h"\n\n';
const C_BODY = 'int main(void) { printf("%d", queue_size()); return 0; }\n';
const RUBY = "require 'json'\nrequire_relative 'foo_bar'\nrequire 'net/http'\n\n";
const RUBY_BODY = 'puts JSON.dump(FooBar.new)\n';

const rows: readonly Row[] = [
  ['both sorts', 'a.ts', "import a, { b as c } from 'x';\n", 'run(a, c);\n', 'a c'],
  [
    'another name for it',
    'a.ts',
    "import { a } from 'x';\n",
    "import { a as b } from 'x';\nb();\n",
    '',
  ],
  ['passed on', 'a.ts', "import { a } from 'x';\nexport { a };\n", "export { a } from 'x';\n", ''],
  ['passed on, all', 'a.ts', "import { a } from 'x';\n", "export * as a from 'x';\n", ''],
  ['passed on, a type', 'a.ts', "import { A } from 'x';\n", "export type { A } from 'x';\n", ''],
  ['exported and lost', 'a.ts', "import { a } from 'x';\n", 'export { a };\n', 'a'],
  ['a key', 'a.ts', "import path from 'x';\n", 'run({ path: 1, b: 2 });\n', ''],
  ['a value after a colon', 'a.ts', "import path from 'x';\n", 'run({ p: path });\n', 'path'],
  [
    'in a component',
    'a.vue',
    "<script>\nimport A from 'a'\n</script>\n",
    '<script>\nA()\n</script>\n',
    'A',
  ],
  ['dynamic', 'a.ts', "import a from 'x';\n", "const x = import('a');\nimport.meta.a;\n", ''],
  ['required', 'a.js', "const a = require('x');\n", 'a.b = 1;\na.b();\n', 'a'],
  ['python', 'a.py', 'import os.path\nfrom x import (\n  y as z,\n)\n', 'f(os.sep, z)\n', 'os z'],
  ['a from that imports nothing', 'a.py', 'import x\n', 'from\nx()\n', 'x'],

  ['go', 'a.go', GO + GO_BODY, `package a\n\n${GO_BODY}`, 'fmt encoding/json gopkg.in/yaml.v3'],
  ['go, kept', 'a.go', GO + GO_BODY, GO + GO_BODY, ''],
  ['go, on one line', 'a.go', 'import "x/go-log"\n', 'func f() { log.Print() }\n', 'x/go-log'],
  ['go, a version', 'a.go', 'import "x/log/v2"\n', 'func f() { log.Print() }\n', 'x/log/v2'],
  ['go, for its effect', 'a.go', 'import (\n\t_ "x"\n\t. "y"\n)\n', 'func f() { x.Y() }\n', ''],
  ['go, a comment', 'a.go', 'import (\n\t// "x"\n)\n', 'func f() { x.Y() }\n', ''],
  ['go, no member', 'a.go', 'import "url"\n', 'func f() { url.parse(); a.url.X(); f(url) }\n', ''],
  ['go, a variable', 'a.go', 'import "url"\n', 'func f() {\n\turl := g()\n\turl.Parse()\n}\n', ''],
  ['go, declared', 'a.go', 'import "url"\n', 'var url T\nfunc f() { url.Parse() }\n', ''],
  ['go, a parameter', 'a.go', 'import "url"\n', 'func f(a int, url *T) { url.Parse() }\n', ''],
  ['go, a slice', 'a.go', 'import "url"\n', 'func f(url []T) { url.Parse() }\n', ''],
  ['go, in a loop', 'a.go', 'import "url"\n', 'for range url { url.Parse() }\n', ''],
  [
    'go, after the imports',
    'a.go',
    'func f() {}\nimport "url"\n',
    'func f() { url.Parse() }\n',
    '',
  ],

  ['rust', 'a.rs', RUST + RUST_BODY, RUST_BODY, 'collections HashMap E parts'],
  ['rust, kept', 'a.rs', RUST + RUST_BODY, RUST + RUST_BODY, ''],
  ['rust, public', 'a.rs', 'pub(crate) use a::B;\n', 'fn f() -> B {}\n', 'B'],
  ['rust, a crate', 'a.rs', 'extern crate serde;\n', 'fn f() { serde::x() }\n', 'serde'],
  ['rust, over lines', 'a.rs', 'use a::\n    b::\n    C;\n', 'fn f() -> C {}\n', 'C'],
  ['rust, broken before colons', 'a.rs', 'use a\n    ::C;\n', 'fn f() -> C {}\n', 'C'],
  ['rust, a full path', 'a.rs', 'use a::C;\n', 'fn f() -> a::C {}\n', ''],
  ['rust, all and none', 'a.rs', 'use a::*;\nuse b::T as _;\n', 'fn f(a: T) {}\n', ''],
  ['rust, a module with a body', 'a.rs', 'mod tests {\n fn a() {}\n}\n', 'fn b() { a() }\n', ''],
  ['rust, defined here', 'a.rs', 'use a::C;\n', 'struct C;\nfn f() -> C {}\n', ''],

  ['java', 'A.java', JAVA + JAVA_BODY, `package a;\n\n${JAVA_BODY}`, 'List make'],
  ['java, a full name', 'A.java', JAVA, 'class A { java.util.List f() { return B::make; } }\n', ''],
  ['java, in a comment', 'A.java', JAVA, '/** A List, by make. */\nclass A {}\n', ''],
  ['kotlin', 'a.kt', 'import a.b.C as D\nimport a.E\n', 'val x = D(E())\n', 'D E'],
  [
    'scala',
    'a.scala',
    'import a.{B, C => D, E => _}\n',
    'class X extends B with D with E\n',
    'B D',
  ],
  ['scala, defined here', 'a.scala', 'import a.B\n', 'object B\nclass X extends B\n', ''],

  ['c', 'a.c', C + C_BODY, `#include <stdlib.h>\n\n${C_BODY}`, 'stdio.h dir/queue.h'],
  ['c, all of them', 'a.c', C + C_BODY, C_BODY, 'stdio.h string.h dir/queue.h'],
  ['c, nothing left', 'a.c', C, '/* empty */\n', ''],
  ['c, only another include', 'a.c', '#include <queue.h>\n', '#include <my/queue.hpp>\n', ''],
  [
    'c, too short a name',
    'a.c',
    '#include "io.h"\n#include "b.h"\n',
    '#include "b.h"\nio();\n',
    '',
  ],
  [
    'c++',
    'a.cc',
    '#include <cstdio>\n#include <vector>\n#include <map>\n',
    '#include <map>\nstd::vector<int> v; printf("");\n',
    'cstdio vector',
  ],
  [
    'c++, the header of C',
    'a.cc',
    '#include <cstdio>\n#include <map>\n',
    '#include <stdio.h>\nprintf("");\n',
    '',
  ],
  [
    'c++, an own one',
    'a.cc',
    '#include "x.h"\n#include <string>\n',
    '#include "x.h"\nstd::string s;\n',
    'string',
  ],
  [
    'a kernel',
    'a.cu',
    '#include "x.h"\n#include "grid.cuh"\n',
    '#include "x.h"\ngrid_sync();\n',
    'grid.cuh',
  ],

  ['ruby', 'a.rb', RUBY + RUBY_BODY, `require 'set'\n${RUBY_BODY}`, 'json ./foo_bar'],
  ['ruby, all of them', 'a.rb', RUBY + RUBY_BODY, 'nil\n', 'json ./foo_bar net/http'],
  [
    'ruby, defined here',
    'a.rb',
    "require 'a/foo'\nrequire 'b'\n",
    "require 'b'\nclass Foo\nend\nFoo.new\n",
    '',
  ],
  ['rake', 'a.rake', "require 'a/foo'\nrequire 'b'\n", "require 'b'\nFoo.new\n", 'a/foo'],

  ['no source', 'a.txt', "import a from 'x';\n", 'a();\n', ''],
];

describe('imports that new content needs and lost', () => {
  test.each(rows)('%s', (_name, path, before, after, wanted) => {
    expect(lost(path, before, after).join(' ')).toBe(wanted);
  });

  test('opened brackets and statements without end take no long time', () => {
    for (const line of [
      'import {\n',
      'const a = {\n',
      'use a::{\n',
      'export {\n',
      'from x import (\n',
    ])
      for (const path of ['a.ts', 'a.py', 'a.rs', 'a.java', 'a.go', 'a.c', 'a.rb'])
        expect(lost(path, `import a\n${line.repeat(2000)}`, line.repeat(2000))).toBeDefined();
  });
});
