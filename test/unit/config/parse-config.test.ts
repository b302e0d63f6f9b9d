import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderConfigProblem } from '../../../src/config/config-problem.ts';
import { DEFAULT_CONFIG } from '../../../src/config/defaults.ts';
import { parseConfig } from '../../../src/config/parse-config.ts';

const valid = (text: string) => {
  const parsed = parseConfig(text);
  if (!parsed.ok) throw new Error(parsed.error.map((p) => renderConfigProblem(p, 'c')).join('\n'));
  return parsed.value;
};

const problems = (text: string): readonly string[] => {
  const parsed = parseConfig(text);
  if (parsed.ok) throw new Error('valid');
  return parsed.error.map((problem) => renderConfigProblem(problem, 'c'));
};

describe('valid configs', () => {
  test.each([
    ['no file', null],
    ['an empty file', ''],
    ['an empty object', '{}'],
    ['comments alone', '// nothing\n/* at all */'],
    ['a byte order mark', '\uFEFF{}'],
    ['$schema alone', '{"$schema": "./schema.json"}'],
  ])('%s: the defaults', (_, text) => {
    expect(parseConfig(text)).toEqual({ ok: true, value: DEFAULT_CONFIG });
  });

  test('comments and trailing commas', () => {
    expect(valid('{ // why\n "target": "trunk", "env": ["A",], }')).toEqual({
      ...DEFAULT_CONFIG,
      target: 'trunk',
      env: ['A'],
    });
  });

  test('a gate gets its defaults, and its command is split into words', () => {
    expect(
      valid(`{"gates": [{"name": "lint", "run": "npx eslint 'a b' -- {files}"}]}`).gates,
    ).toEqual([
      {
        name: 'lint',
        run: { kind: 'words', words: ['npx', 'eslint', 'a b', '--', '{files}'] },
        files: [],
        inputs: 'tree',
        timeout: 300,
        when: ['landing', 'commit', 'push'],
        fix: null,
        required: true,
        network: false,
        regressionProof: false,
      },
    ]);
  });

  test('a program that answers is split into words, and placeholders mean nothing to it', () => {
    const written = { retry: { command: "llm -s 'be brief'", env: ['KEY'], timeout: 9 } };
    expect(valid(JSON.stringify(written)).retry).toEqual({
      max: 3,
      command: { kind: 'words', words: ['llm', '-s', 'be brief'] },
      timeout: 9,
      env: ['KEY'],
    });
    expect(problems('{"retry": {"command": "llm {files}"}}')).toEqual([
      expect.stringContaining('{files} stands for nothing here'),
    ]);
    expect(problems('{"retry": {"command": "a | b"}}')).toEqual([
      expect.stringContaining('needs a shell'),
    ]);
  });

  test.each(['agents/submit', 'agents/*/ready', 'sallyport/submit/**', 'a-b/c.d/é'])(
    '%s may name the branches to watch',
    (pattern) => {
      expect(valid(JSON.stringify({ branches: { pattern } })).branches).toEqual({
        watch: true,
        pattern,
      });
    },
  );

  test.each([
    'main',
    '*',
    '*/x',
    'a/',
    '/a/b',
    '-a/b',
    'a/../b',
    'a//b',
    'a/b.lock',
    'a/b c',
    'a/b:',
    'a/@{',
    '.a/b',
  ])('%s may not', (pattern) => {
    expect(problems(JSON.stringify({ branches: { pattern } }))).toEqual([
      expect.stringContaining('agents/*/ready'),
    ]);
  });

  test('a list of words is taken as it is; a shell is run where asked for', () => {
    const { gates } = valid(
      `{"gates": [{"name": "a", "run": ["x", "a && b"]}, {"name": "b", "run": "a && b", "shell": true}]}`,
    );
    expect(gates.map((gate) => gate.run)).toEqual([
      { kind: 'words', words: ['x', 'a && b'] },
      { kind: 'shell', script: 'a && b' },
    ]);
  });

  test('short forms', () => {
    expect(valid('{"protected": ["docs/**"], "prime": {"command": "npm ci"}}')).toMatchObject({
      protected: [{ glob: 'docs/**', action: 'hold' }],
      prime: { mode: 'command', run: { words: ['npm', 'ci'] }, network: true },
    });
  });

  test('limits are merged with the defaults', () => {
    expect(valid('{"limits": {"files": 3}}').limits).toEqual({
      ...DEFAULT_CONFIG.limits,
      files: 3,
    });
  });
});

describe('problems', () => {
  test('a misspelt key of one of two forms is told as such', () => {
    expect(problems('{"prime": {"comand": "npm ci"}}')).toEqual([
      expect.stringMatching(/prime\.command: missing; expected a text or a list/),
      expect.stringMatching(/prime\.comand: no such key.*did you mean `command`\?/),
    ]);
  });

  test.each([
    [
      '{"limits": {\n  "maxFiles": 3 }}',
      'c:2:3: limits.maxFiles: no such key; expected one of files, lines, deletedLines, bytes, collateralLines, rewriteRatio, shrink, dependents, response, blocks',
    ],
    ['{"limit": {}}', /^c:1:2: limit: no such key; .* \(did you mean `limits`\?\)$/],
    ['{"gates":[{"name":"a","run":"b","tiemout":3}]}', /did you mean `timeout`\?/],
    ['{"limits": {"files": "20"}}', 'c:1:22: limits.files: found "20"; expected a number'],
    ['{"limits": {"files": -1}}', /limits\.files: found -1; expected .*at least 0/],
    ['{"limits": {"shrink": 2}}', /limits\.shrink: found 2; expected a number of at most 1/],
    ['{"sandbox": "on"}', 'c:1:13: sandbox: found "on"; expected "auto", "required" or "off"'],
    ['{"target": null}', 'c:1:12: target: found null; expected a text'],
    ['{"gates": [{"name": "a"}]}', /gates\[0\]\.run: missing; expected a text or a list/],
    ['{"gates": {"lint": "eslint"}}', /gates: found an object; expected a list/],
    ['{"prime": "npm ci"}', /prime: found "npm ci"; expected "auto", "off" or an object/],
    ['{"inbox": "../x"}', /inbox: found "\.\.\/x"; expected a folder inside the repository/],
    ['{"inbox": "/x"}', /inbox/],
    ['{"inbox": "."}', /inbox/],
    ['{"inbox": ".sallyport"}', /inbox: .*other than those that \.sallyport fills/],
    ['{"inbox": ".sallyport/landed"}', /inbox/],
    ['{"inbox": "a/./b"}', /inbox/],
    ['{"inbox": "a//b"}', /inbox/],
    ['{"inbox": "a/"}', /inbox/],
    ['null', /found null; expected an object/],
    ['{"inbox": ".git/x"}', /inbox/],
    ['{"env": ["A B"]}', /env\[0\]: found "A B"; expected a name of an environment variable/],
    ['['.repeat(50_000), /nested too deeply/],
    ['[]', /^c:1:1: found a list; expected an object/],
    ['{"target": "a", "target": "b"}', 'c:1:17: target: given twice; expected each key once'],
    [
      '{"gates": [{"name":"a","run":"x"},{"name":"a","run":"y"}]}',
      /gates\[0\] has the name "a" too/,
    ],
    ['{"target": trunk}', /^c:1:12: not valid JSON: found "trunk}"; expected a value/],
    ['{"target": "x"', /not valid JSON: the file ends here; expected a closing }/],
    ['{"__proto__": {}}', /__proto__: no such key/],
    [
      '{"agents": {"claude*": {"flies": 3}}}',
      /agents\["claude\*"\]\.flies: .*did you mean `files`/,
    ],
  ])('%.60s', (text, expected) => {
    const found = problems(text);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(expected);
  });

  test('every problem is reported, in the order of the file', () => {
    expect(
      problems('{"targt": "x",\n "sandbox": 3,\n "limits": {"files": true, "lnes": 2}}').map(
        (line) => line.slice(0, 3),
      ),
    ).toEqual(['c:1', 'c:2', 'c:3', 'c:3']);
  });

  test.each([
    ['a && b', '`&&` needs a shell'],
    ['a | b', '`|` needs a shell'],
    ['a > b', '`>` needs a shell'],
    ['a; b', '`;` needs a shell'],
    ['a &', '`&` needs a shell'],
    ['a $(b)', '`$` needs a shell'],
    ['a "$HOME"', '`$` needs a shell'],
    ['a `b`', '` needs a shell'],
    ['a *.ts', 'needs a shell'],
    ['a {b,c}', '`{` needs a shell'],
    ['a # b', 'comment'],
    ['~/a', '`~` needs a shell'],
    ['A=1 b', 'sets a variable'],
    ['a "b', 'quote is not closed'],
    ['  ', 'empty'],
  ])('%s cannot be run without a shell', (run, why) => {
    const [problem] = problems(JSON.stringify({ gates: [{ name: 'g', run }] }));
    expect(problem).toContain('gates[0].run: ');
    expect(problem).toContain(why);
    expect(problem).toContain('"shell": true');
  });

  test.each([
    [['{files}'], /no program/],
    [['a', '--f={files}'], /cannot be a part of/],
    [['{affectedTests}'], /no program/],
    [['a', '--f={affectedTests}'], /cannot be a part of/],
  ])('words %j', (run, why) => {
    expect(problems(JSON.stringify({ gates: [{ name: 'g', run }] }))[0]).toMatch(why);
  });
});

test('affected tests are for a gate alone, and not beside files in a shell', () => {
  const gate = { name: 'g', run: 'test {affectedTests}' };
  expect(valid(JSON.stringify({ gates: [gate] })).gates[0]?.run).toEqual({
    kind: 'words',
    words: ['test', '{affectedTests}'],
  });
  for (const config of [
    { gates: [{ ...gate, fix: 'fix {affectedTests}' }] },
    { gates: [{ ...gate, run: 'a {files} && b {affectedTests}', shell: true }] },
    { prime: { command: ['install', '{affectedTests}'] } },
  ]) {
    expect(problems(JSON.stringify(config))).toHaveLength(1);
  }
});

test('a proof is asked of a required gate that chooses its tests itself', () => {
  const gate = { name: 'g', run: 'test', regressionProof: true };
  expect(valid(JSON.stringify({ gates: [gate] })).gates[0]?.regressionProof).toBe(true);
  expect(valid('{"gates": [{"name": "g", "run": "test"}]}').gates[0]?.regressionProof).toBe(false);
  for (const more of [{ required: false }, { run: 'test {files}' }, { run: ['test', '{files}'] }]) {
    expect(problems(JSON.stringify({ gates: [{ ...gate, ...more }] }))).toEqual([
      expect.stringContaining('gates[0].regressionProof: '),
    ]);
  }
});

test('never throws, whatever the text', () => {
  expect(() =>
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.string({ unit: 'binary' })), (text) => {
        parseConfig(text);
      }),
    ),
  ).not.toThrow();
});

test('whatever the value of a key, each problem has its place and says what is expected', () => {
  expect(() =>
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(DEFAULT_CONFIG), '$schema'),
        fc.jsonValue(),
        (key, value) => {
          const parsed = parseConfig(JSON.stringify({ [key]: value }));
          return (
            parsed.ok || parsed.error.every((found) => found.line === 1 && found.expected !== '')
          );
        },
      ),
    ),
  ).not.toThrow();
});
