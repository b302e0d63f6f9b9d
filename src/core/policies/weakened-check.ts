import { SourceText } from '../match/source-text.ts';
import type { FileChange, FileSide, Patch } from '../model/patch.ts';
import type { Hold } from '../model/rejection.ts';
import { isTestPath } from '../source/test-path.ts';
import { sourceView } from '../source/source-view.ts';
import { findings } from './findings.ts';
import type { Policy } from './policy.ts';
import { topLevelNames } from './top-level-names.ts';
import { lostAssertions } from './weakened/assertions.ts';
import {
  declaredTests,
  mayDeclareTests,
  subjectOf,
  type DeclaredTest,
} from './weakened/declared-tests.ts';
import { grownMarkers, type Seen, type SeenChange } from './weakened/marker-counts.ts';
import { CONDITIONAL_SKIPS, skippedTests } from './weakened/skipped-tests.ts';
import { suppressions } from './weakened/suppressions.ts';
import { loweredThresholds } from './weakened/thresholds.ts';

const MAX_NAMES = 10;

/**
 * Tests that go or no longer run, assertions that go alone, lower thresholds and newly silenced checkers are held: each
 * may be right, and only a person can say so.
 */
export const weakenedCheck: Policy = {
  name: 'weakened-check',
  judge({ patch }) {
    const changes = patch.changes.map(seenChange);
    let found: ReadonlySet<string> | null = null;
    const gone = (): ReadonlySet<string> => (found ??= goneNames(patch));
    const holds = [
      ...removedTests(changes, gone),
      ...grownMarkers(changes, skippedTests, CONDITIONAL_SKIPS).map(({ path, names }) =>
        hold(path, 'skipped', names),
      ),
      ...grownMarkers(changes, suppressions).map(({ path, names }) =>
        hold(path, 'suppressed', names),
      ),
      ...changes.flatMap((change) => some(change.path, 'threshold', loweredThresholds(change))),
      ...changes.flatMap((change) => some(change.path, 'assertions', lostAssertions(change, gone))),
    ];
    return findings({ holds });
  },
};

type Reason = 'tests-removed' | 'skipped' | 'suppressed' | 'threshold' | 'assertions';

const hold = (path: string, reason: Reason, names: readonly string[]): Hold => ({
  code: 'weakened-check',
  path,
  reason,
  facts: { names: names.slice(0, MAX_NAMES) },
});

const some = (path: string, reason: Reason, names: readonly string[]): readonly Hold[] =>
  names.length === 0 ? [] : [hold(path, reason, names)];

function seenChange({ path, from, before, after }: FileChange): SeenChange {
  return { path, before: seen(from ?? path, before), after: seen(path, after) };
}

/** Binary content declares and silences nothing. */
function seen(path: string, side: FileSide | null): Seen | null {
  if (side === null || side.bytes.includes(0)) return null;
  const { bytes } = side;
  return {
    path,
    get text() {
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
    },
    get view() {
      return sourceView(path, bytes);
    },
  };
}

/**
 * Tests that the whole patch declares no more. A test under another name, or in another file, makes up for one that
 * goes; a test goes with what it was about: the file of its name, or a name (`gone`) that the code no longer has.
 */
function removedTests(
  changes: readonly SeenChange[],
  gone: () => ReadonlySet<string>,
): readonly Hold[] {
  const subjects = new Set(
    changes
      .filter(({ path, before, after }) => before !== null && after === null && !isTestPath(path))
      .map(({ path }) => subjectOf(path)),
  );
  let balance = 0;
  const losses: Hold[] = [];
  for (const { path, before, after } of changes) {
    if (after === null && subjects.has(subjectOf(path))) continue;
    const now = testsOf(after);
    const kept = new Set(now.map(({ title }) => title));
    const old = testsOf(before).filter(
      (test) => kept.has(test.title) || !isAbout(before, test, gone()),
    );
    balance += now.length - old.length;
    if (now.length >= old.length) continue;
    const names = old.map(({ title }) => title).filter((title) => !kept.has(title));
    losses.push(hold(path, 'tests-removed', names));
  }
  return balance < 0 ? losses : [];
}

const testsOf = (side: Seen | null): readonly DeclaredTest[] =>
  side === null || !mayDeclareTests(side.path) ? [] : declaredTests(side.path, side.view);

function isAbout(side: Seen | null, test: DeclaredTest, names: ReadonlySet<string>): boolean {
  if (side === null || names.size === 0) return false;
  return side.view.lines
    .slice(test.line, test.end)
    .some((line) => (line.match(/[\p{L}\p{N}_$]+/gu) ?? []).some((word) => names.has(word)));
}

/** Names that the patch takes out of the code that is not tests. */
function goneNames({ changes }: Patch): ReadonlySet<string> {
  const before = new Set<string>();
  const after = new Set<string>();
  for (const change of changes) {
    if (isTestPath(change.path)) continue;
    for (const name of namesOf(change.from ?? change.path, change.before)) before.add(name);
    for (const name of namesOf(change.path, change.after)) after.add(name);
  }
  return new Set([...before].filter((name) => !after.has(name)));
}

/** A test that is kept beside the code is no name of the code. */
function namesOf(path: string, side: FileSide | null): readonly string[] {
  if (side === null || side.bytes.includes(0)) return [];
  const tests = new Set(testsOf(seen(path, side)).map(({ title }) => title));
  return topLevelNames(new SourceText(side.bytes)).filter((name) => !tests.has(name));
}
