import { baseName } from '../../apply/tree-index.ts';
import { MAX_LINE } from '../../source/source-view.ts';
import type { SeenChange, Seen } from './marker-counts.ts';

/** Files in which runners, coverage tools and linters keep the numbers that a change must reach. */
const CONFIG_NAMES = new Set([
  'karma.conf.js',
  'package.json',
  'pyproject.toml',
  'setup.cfg',
  'tox.ini',
  'pytest.ini',
  'noxfile.py',
  'codecov.yml',
  'codecov.yaml',
  '.codecov.yml',
  '.codecov.yaml',
  'tarpaulin.toml',
  'build.gradle',
  'build.gradle.kts',
  'pom.xml',
  'phpunit.xml',
  'phpunit.xml.dist',
  'spec_helper.rb',
  'test_helper.rb',
  'Makefile',
  'justfile',
  '.gitlab-ci.yml',
]);
/** The same where a name may go on: `vitest.config.ts`, `.nycrc.json`, `app.csproj`. */
const RUNNER_CONFIG =
  /^(?:vitest|vite|jest|karma|web-test-runner|ava|nyc|c8)\.(?:config|workspace)\./;
const COVERAGE_CONFIG = /^\.(?:nycrc|c8rc|coveragerc|taprc|simplecov)(?:\.|$)/;

const WORKFLOW = /^\.(?:github|forgejo|gitea)\/workflows\//;

/** A number that must be reached, and one that must not be passed. */
const AT_LEAST =
  /\b(lines|branches|functions|statements|fail[_-]under|cov-fail-under|minimum_coverage|minimum_coverage_by_file|minimum|check-coverage|coverageThreshold|Threshold)\b["']?\s{0,3}[:=>( ]\s{0,3}["']?(-?\d+(?:\.\d+)?)/g;
const CODECOV_TARGET = /\b(target)\b["']?\s*:\s*["']?(\d+(?:\.\d+)?)/g;
const AT_MOST = /\b(max-warnings|maxWarnings|max_warnings)\b["']?\s{0,3}[:= ]\s{0,3}["']?(-?\d+)/g;

/** Thresholds of a known config file that a change lowers or takes away, as words: `branches 90 -> 80`. */
export function loweredThresholds({ before, after, path }: SeenChange): readonly string[] {
  if (before === null || after === null || !isConfig(path)) return [];
  return [
    ...compared(before, after, AT_LEAST, (old, now) => now < old),
    ...(/codecov/.test(path)
      ? compared(before, after, CODECOV_TARGET, (old, now) => now < old)
      : []),
    ...compared(before, after, AT_MOST, (old, now) => now > old),
  ];
}

function isConfig(path: string): boolean {
  const name = baseName(path);
  return (
    CONFIG_NAMES.has(name) ||
    RUNNER_CONFIG.test(name) ||
    COVERAGE_CONFIG.test(name) ||
    name.endsWith('.csproj') ||
    WORKFLOW.test(path)
  );
}

function compared(
  before: Seen,
  after: Seen,
  pattern: RegExp,
  isWeaker: (old: number, now: number) => boolean,
): readonly string[] {
  const old = numbersOf(before, pattern);
  const now = numbersOf(after, pattern);
  return [...old].flatMap(([key, values]) => {
    const left = now.get(key) ?? [];
    // Fewer than before: at least one is gone. More: each old one is looked for in its place.
    if (left.length < values.length)
      return [`${key} ${values.join(', ')} -> ${left.join(', ') || 'none'}`];
    return values.flatMap((value, at) => {
      const fresh = left[at] ?? value;
      return isWeaker(value, fresh) ? [`${key} ${value} -> ${fresh}`] : [];
    });
  });
}

function numbersOf({ view }: Seen, pattern: RegExp): ReadonlyMap<string, readonly number[]> {
  const numbers = new Map<string, number[]>();
  view.lines.forEach((line, at) => {
    // A commented line sets nothing.
    if ((view.code[at] ?? '').trim() === '') return;
    for (const [, key = '', value = ''] of line.slice(0, MAX_LINE).matchAll(pattern)) {
      const values = numbers.get(key);
      if (values === undefined) numbers.set(key, [Number(value)]);
      else values.push(Number(value));
    }
  });
  return numbers;
}
