import { declaredTests, mayDeclareTests, type DeclaredTest } from './declared-tests.ts';
import type { Seen, SeenChange } from './marker-counts.ts';

const ASSERTION =
  /\b(?:expect\w*|assert\w*|should|EXPECT_\w+|ASSERT_\w+|REQUIRE\w*|CHECK\w*|XCTAssert\w*|must_\w+|wont_\w+)\b|\bt\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow|is|not|deepEqual|equal|same|ok|throws|true|false|like|snapshot|rejects)\s*\(|\brequire\.\w+\(t\b|\bpytest\.(?:raises|warns)\b/;

/** Holds whatever the code does. */
const TRIVIAL =
  /\b(?:expect|assert(?:\.\w+)?|assert_?[Tt]rue|assertThat)[ (!]*(?:true|True|1|!false|not False)\s?\)?(?:\.(?:toBe|toEqual|toBeTruthy|isTrue)\(?(?:true)?\)?)?[\s;)]*$/;

const IMPORT = /^\s*(?:import|from|use|using|#include|require)\b|\brequire\s*\(/;

/**
 * Titles of tests that stand on both sides and have lost assertions for nothing: fewer than before, and not one new one
 * instead. A change that only adds lines loses none. Assertions about a name that the patch takes out of the code (`gone`) go with it.
 */
export function lostAssertions(
  { before, after }: SeenChange,
  gone: () => ReadonlySet<string>,
): readonly string[] {
  if (before === null || after === null || !mayDeclareTests(after.path)) return [];
  if (onlyAdds(before, after)) return [];
  const now = byTitle(declaredTests(after.path, after.view));
  return declaredTests(before.path, before.view).flatMap((test) => {
    const same = now.get(test.title);
    if (test.title === '' || same === undefined) return [];
    const old = assertionsOf(before, test);
    const left = assertionsOf(after, same);
    if (left.length >= old.length) return [];
    const known = new Set(old);
    if (left.some((line) => !known.has(line))) return [];
    const kept = new Set(left);
    const lost = old.filter((line) => !kept.has(line));
    const isCovered =
      lost.length > 0 && lost.every((line) => wordsOf(line).some((word) => gone().has(word)));
    return isCovered ? [] : [test.title];
  });
}

/**
 * Whether every line stays, and stays code: then no assertion is lost, though one that stands outside of any test may come
 * to stand under another title.
 */
function onlyAdds(before: Seen, after: Seen): boolean {
  const [old, now] = [before.view, after.view];
  let kept = 0;
  now.lines.forEach((line, at) => {
    if (line === old.lines[kept] && now.code[at] === old.code[kept]) kept += 1;
  });
  return kept === old.lines.length;
}

/** The first test of each title; one that stands several times is no basis for a comparison. */
function byTitle(tests: readonly DeclaredTest[]): ReadonlyMap<string, DeclaredTest> {
  const found = new Map<string, DeclaredTest>();
  const twice = new Set<string>();
  for (const test of tests) {
    if (found.has(test.title)) twice.add(test.title);
    found.set(test.title, test);
  }
  for (const title of twice) found.delete(title);
  return found;
}

function assertionsOf({ view }: Seen, { line, end }: DeclaredTest): readonly string[] {
  const lines: string[] = [];
  for (let at = line; at < end; at += 1) {
    const code = view.code[at] ?? '';
    if (!ASSERTION.test(code) || IMPORT.test(code) || TRIVIAL.test(code)) continue;
    lines.push((view.lines[at] ?? '').trim());
  }
  return lines;
}

const wordsOf = (line: string): readonly string[] => line.match(/[\p{L}\p{N}_$]+/gu) ?? [];
