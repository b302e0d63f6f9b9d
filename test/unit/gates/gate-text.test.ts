import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Command } from '../../../src/config/config.ts';
import { asOid } from '../../../src/core/model/ids.ts';
import type { CommandRun } from '../../../src/gates/command.ts';
import { commandWords } from '../../../src/gates/command-words.ts';
import type { Finding } from '../../../src/gates/findings/finding.ts';
import { NO_FINDINGS } from '../../../src/gates/findings/findings-in.ts';
import { newFindings } from '../../../src/gates/findings/new-findings.ts';
import { matchesGlobs } from '../../../src/core/policies/match-globs.ts';
import { plainText } from '../../../src/gates/plain-text.ts';
import { relevantOutput } from '../../../src/gates/relevant-output.ts';

const words = (...list: readonly string[]): Command => ({ kind: 'words', words: list });

const lint = (message: string, line = 1, rule = 'r'): Finding => ({
  path: 'a',
  line,
  rule,
  message,
});

const failing = (message: string): Finding => ({ path: 'a', test: 't > u', message });

const run = (output: string): CommandRun => ({
  outcome: 'failed',
  code: 1,
  detail: '',
  output,
  isTruncated: false,
  durationMs: 0,
  findings: NO_FINDINGS,
  isUnsandboxed: false,
});

describe('matchesGlobs', () => {
  test.each([
    [[], 'any/thing', true],
    [['*.ts'], 'deep/in/a.ts', true],
    [['*.ts'], 'a.tsx', false],
    [['/*.ts'], 'a.ts', true],
    [['/*.ts'], 'b/a.ts', false],
    [['src/**'], 'src/x/y.js', true],
    [['src/'], 'src/x/y.js', true],
    [['src/*.js'], 'src/x/y.js', false],
    [['*.{ts,tsx}'], 'a.tsx', true],
    [['.*'], '.hidden', true],
    [['**/*.json'], '.config/a.json', true],
    [['*.ts', '!*.d.ts'], 'a.d.ts', false],
    [['*.ts', '!*.d.ts', 'types/*.d.ts'], 'types/a.d.ts', true],
    [['!docs/**'], 'src/a', true],
    [['!docs/**'], 'docs/a', false],
    [['#a'], '#a', true],
    [['a b'], 'a b', true],
  ])('%j %s', (globs, path, expected) => {
    expect(matchesGlobs(path, globs)).toBe(expected);
  });

  test('a hostile glob takes no time', () => {
    expect(matchesGlobs(`${'a'.repeat(200)}c`, [`${'*a'.repeat(60)}*b`])).toBe(false);
    expect(matchesGlobs('x', ['{1..100000}{1..100000}'])).toBe(false);
  });
});

describe('commandWords', () => {
  const values = {
    files: ['a b.ts', '-rf', '$(x).ts'],
    tests: ['a.test.ts', '-b.test.ts'],
    base: asOid('a'.repeat(40)),
    candidate: asOid('b'.repeat(40)),
  };

  test('placeholders become words of their own', () => {
    expect(commandWords(words('lint', '{files}', '--since={base}', '{candidate}'), values)).toEqual(
      {
        program: 'lint',
        args: ['a b.ts', './-rf', '$(x).ts', `--since=${'a'.repeat(40)}`, 'b'.repeat(40)],
      },
    );
  });

  test('in a shell the files are parameters, never text', () => {
    expect(commandWords({ kind: 'shell', script: 'lint {files} | x {base}' }, values)).toEqual({
      program: 'sh',
      args: ['-c', `lint "$@" | x ${'a'.repeat(40)}`, 'sh', 'a b.ts', './-rf', '$(x).ts'],
    });
  });

  test('tests take the place of files', () => {
    expect(commandWords(words('test', '{affectedTests}', '--', '{files}'), values).args).toEqual([
      'a.test.ts',
      './-b.test.ts',
      '--',
      'a b.ts',
      './-rf',
      '$(x).ts',
    ]);
    expect(
      commandWords({ kind: 'shell', script: 'cd x && test {affectedTests}' }, values).args,
    ).toEqual(['-c', 'cd x && test "$@"', 'sh', 'a.test.ts', './-b.test.ts']);
    expect(
      commandWords(words('test', '{affectedTests}', '-q'), { ...values, tests: [] }).args,
    ).toEqual(['-q']);
  });

  test('an unborn branch is compared with the empty tree', () => {
    expect(commandWords(words('a', '{base}'), { ...values, base: null }).args).toEqual([
      '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    ]);
    const long = { ...values, base: null, candidate: asOid('c'.repeat(64)) };
    expect(commandWords(words('a', '{base}'), long).args[0]).toHaveLength(64);
  });
});

describe('plainText', () => {
  test.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]0;title\u0007text', 'text'],
    ['\u001b]8;;http://a\u001b\\link\u001b]8;;\u001b\\', 'link'],
    ['a\r\nb\r\n', 'a\nb\n'],
    ['10%\r50%\r100%\n', '100%\n'],
    ['a\u0007b\u0000', 'a\\x07b\\x00'],
    ['\u202eevil', '\\u202eevil'],
    ['tab\tstays é 😀', 'tab\tstays é 😀'],
  ])('%j', (output, expected) => {
    expect(plainText(output)).toBe(expected);
  });

  test('nothing is left that a terminal would obey', () => {
    expect(() =>
      fc.assert(
        fc.property(
          fc.array(
            fc.oneof(
              fc.constantFrom('\u001b', '[', ']', '\u009b', '\r', ';', 'm'),
              fc.string({ unit: 'binary' }),
            ),
          ),
          (parts) => !/(?![\n\t])[\p{Cc}\u202a-\u202e]/u.test(plainText(parts.join(''))),
        ),
      ),
    ).not.toThrow();
  });
});

describe('newFindings', () => {
  test('lines do not matter, counts do', () => {
    const base = [lint('x', 1), lint('x', 5)];
    expect(newFindings([lint('x', 9), lint('x', 2)], base)).toEqual([]);
    expect(newFindings([lint('x', 9), lint('x', 2), lint('x', 3)], base)).toEqual([lint('x', 3)]);
  });

  test('path, rule and message matter', () => {
    const base = [lint('x')];
    for (const other of [{ ...lint('x'), path: 'b' }, lint('x', 1, 's'), lint('y')]) {
      expect(newFindings([other], base)).toEqual([other]);
    }
  });

  test('a test is known by its name', () => {
    expect(newFindings([failing('1 is not 2')], [failing('1 is not 3')])).toEqual([]);
  });

  test('durations, addresses and places in a message do not matter', () => {
    expect(
      newFindings([lint('took 13ms at 0xff a.ts:3:4')], [lint('took 1.5ms at 0x0a a.ts:9:1')]),
    ).toEqual([]);
  });
});

describe('relevantOutput', () => {
  test('the findings, then where they come from', () => {
    const output = ['noise', 'noise', 'FAIL sums > adds', 'expected 2 to be 3', 'trace'].join('\n');
    const found = { path: 'a.ts', line: 3, test: 'sums > adds', message: 'expected 2 to be 3' };
    expect(relevantOutput(run(output), [found])).toBe(
      [
        'a.ts:3: [sums > adds] expected 2 to be 3',
        '',
        'noise',
        'FAIL sums > adds',
        'expected 2 to be 3',
        'trace',
      ].join('\n'),
    );
  });

  test('the end, where nothing is known', () => {
    const output = Array.from({ length: 500 }, (_, n) => `line ${n}`).join('\n');
    expect(relevantOutput(run(output), []).split('\n')).toEqual(
      Array.from({ length: 60 }, (_, n) => `line ${440 + n}`),
    );
    expect(relevantOutput(run(''), [])).toBe('');
  });

  test('bounded, whatever the output', () => {
    const long = run(`${'x'.repeat(100_000)}\n`.repeat(100));
    const findings = Array.from({ length: 500 }, () => ({ message: 'x'.repeat(5000) }));
    expect(relevantOutput(long, findings).length).toBeLessThan(6100);
  });
});
