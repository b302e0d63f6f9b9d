import { extensionOf } from '../../source/source-language.ts';
import { isTestPath } from '../../source/test-path.ts';
import { addTo, type MarkerCounts, type Seen } from './marker-counts.ts';

/** A way to keep a test from running, or to run it alone. */
interface SkipMarker {
  readonly name: string;
  readonly extensions: readonly string[];
  readonly pattern: RegExp;
  readonly isTestPathOnly?: boolean;
  /** Mostly under a condition of the machine: in a file that is new, nothing is weaker for it. */
  readonly isConditional?: boolean;
}

const JAVASCRIPT = ['js', 'jsx', 'mjs', 'cjs', 'ts', 'tsx', 'mts', 'cts'];
const JVM = ['java', 'kt', 'groovy', 'scala'];

/** What runs tests in JavaScript, with the modifiers that may stand before `skip` and `only`. */
const RUNNER =
  '(?<![\\w$.])(?:it|test|describe|suite|context|specify|bench|Deno\\.test)(?:\\.(?:concurrent|sequential|serial|parallel|describe|each|for))*';

const javascript = (name: string, pattern: RegExp, isConditional = false): SkipMarker => ({
  name,
  extensions: JAVASCRIPT,
  pattern,
  isTestPathOnly: true,
  isConditional,
});

const MARKERS: readonly SkipMarker[] = [
  javascript('.only', new RegExp(`${RUNNER}\\.only\\b`, 'g')),
  javascript('.skip', new RegExp(`${RUNNER}\\.(?:skip|fixme|fails|failing)\\b`, 'g')),
  javascript('.skipIf', new RegExp(`${RUNNER}\\.(?:skipIf|runIf)\\b`, 'g'), true),
  javascript('fit', /(?<![\w$.])f(?:it|describe)\s*\(/g),
  javascript('xit', /(?<![\w$.])x(?:it|test|describe|specify|context)\b/g),
  javascript('skip: true', /[{,]\s*(?:skip|todo)\s*:\s*(?:true|'|"|`)/g),
  javascript('only: true', /[{,]\s*only\s*:\s*true\b/g),
  javascript('skip()', /\b(?:this|ctx|context|t)\.skip\s*\(/g, true),
  {
    name: 'pytest skip',
    extensions: ['py'],
    pattern: /\bpytest\.mark\.(?:skip|xfail)\b/g,
  },
  {
    name: 'pytest skipif',
    extensions: ['py'],
    pattern: /\bpytest\.(?:mark\.skipif|skip|xfail|importorskip)\b/g,
    isConditional: true,
  },
  {
    name: 'unittest skip',
    extensions: ['py'],
    pattern: /\bunittest\.(?:skip|expectedFailure)\b|^\s*@skip\b/g,
  },
  {
    name: 'unittest skipIf',
    extensions: ['py'],
    pattern: /\bunittest\.skip\w+|\bself\.skipTest\b|^\s*@skip\w+/g,
    isConditional: true,
  },
  {
    name: 't.Skip',
    extensions: ['go'],
    pattern: /\b[tb]\.Skip(?:f|Now)?\s*\(/g,
    isConditional: true,
  },
  { name: '#[ignore]', extensions: ['rs'], pattern: /#\[ignore\b/g },
  { name: '@Disabled', extensions: JVM, pattern: /^\s*@(?:\w+\.)*(?:Disabled\w*|Ignore)\b/g },
  { name: '[Ignore]', extensions: ['cs'], pattern: /\[(?:Ignore|Explicit)\b|\bSkip\s*=/g },
  {
    name: 'skip',
    extensions: ['rb'],
    pattern:
      /^\s*(?:skip|pending|x(?:it|describe|context|specify|scenario)|f(?:it|describe|context))\b/g,
    isTestPathOnly: true,
  },
  { name: 'markTestSkipped', extensions: ['php'], pattern: /\bmarkTest(?:Skipped|Incomplete)\b/g },
  { name: '@tag :skip', extensions: ['exs'], pattern: /@(?:module)?tag\s+:?skip\b/g },
  { name: 'DISABLED_', extensions: ['cc', 'cpp', 'cxx'], pattern: /\bDISABLED_\w/g },
  {
    name: 'GTEST_SKIP',
    extensions: ['cc', 'cpp', 'cxx'],
    pattern: /\bGTEST_SKIP\b/g,
    isConditional: true,
  },
  { name: 'XCTSkip', extensions: ['swift'], pattern: /\bXCTSkip\w*/g, isConditional: true },
];

/** Ways that say nothing in a file that is new. */
export const CONDITIONAL_SKIPS: ReadonlySet<string> = new Set(
  MARKERS.filter(({ isConditional }) => isConditional === true).map(({ name }) => name),
);

/** How often a file's code keeps tests from running, by the way it is done. */
export function skippedTests(seen: Seen): MarkerCounts {
  const counts = new Map<string, number>();
  const { path } = seen;
  const extension = extensionOf(path);
  for (const { name, extensions, pattern, isTestPathOnly } of MARKERS) {
    if (!extensions.includes(extension) || (isTestPathOnly === true && !isTestPath(path))) continue;
    for (const code of seen.view.code) {
      const found = code.match(pattern);
      if (found !== null) addTo(counts, name, found.length);
    }
  }
  return counts;
}
