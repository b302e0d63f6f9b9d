import { Buffer } from 'node:buffer';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { apply } from '../../src/core/apply/apply.ts';
import { verify } from '../../src/core/apply/verify.ts';
import { decode } from '../../src/core/formats/decode.ts';
import { exact } from '../../src/core/match/exact.ts';
import { nearest } from '../../src/core/match/nearest.ts';
import { patternOf } from '../../src/core/match/rung.ts';
import { SourceText } from '../../src/core/match/source-text.ts';
import { trailingBlanks } from '../../src/core/match/trailing-blanks.ts';
import { asOid } from '../../src/core/model/ids.ts';
import type { Snapshot } from '../../src/core/model/patch.ts';
import { atMost, shown, type BenchGroup, type BenchLine } from './bench-group.ts';
import { compare, cpuMs, median } from './measure.ts';

const MEGABYTE = 1024 * 1024;
const PATH = 'src/large.ts';
/** Stands in no text here. */
const ABSENT = 0x01;

/** A megabyte of code: the product's own sources and tests, one after the other. */
function codeOf(bytes: number): Buffer {
  const root = join(import.meta.dirname, '..', '..');
  const files = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .toSorted()
      .map((file) => join(root, folder, file)),
  );
  const whole = Buffer.concat(files.map((file) => readFileSync(file))).subarray(0, bytes);
  if (whole.length < bytes) throw new Error('the sources are too short to measure with');
  return whole.subarray(0, whole.lastIndexOf('\n') + 1);
}

const FILE = codeOf(MEGABYTE);
const LINES = FILE.toString('utf8').split('\n');
const SIZE = 6;

/** Six lines that stand once in the file, at this share of it or further down. */
function wantedAt(share: number): readonly string[] {
  for (let line = Math.floor(LINES.length * share); line + SIZE < LINES.length; line += 1) {
    const lines = LINES.slice(line, line + SIZE);
    const text = lines.join('\n');
    const at = FILE.indexOf(text);
    if (text.length > 150 && FILE.indexOf(text, at + 1) === -1) return lines;
  }
  throw new Error('the sources repeat themselves');
}

const ALL_WANTED = [0.1, 0.3, 0.5, 0.7, 0.9].map(wantedAt);
const WANTED = wantedAt(0.5);

function matching(): readonly BenchLine[] {
  const scan = (): unknown => FILE.indexOf(ABSENT);
  const found = ALL_WANTED.map((wanted) => {
    const pattern = patternOf(wanted);
    const blanked = patternOf(wanted.map((line) => `${line}  `));
    const search = (): unknown => exact.places(new SourceText(FILE), pattern);
    const loose = (): unknown => trailingBlanks.places(new SourceText(FILE), blanked);
    return { exact: compare(search, scan, 9), loose: compare(loose, search, 9).ratio };
  });
  const middle = (of: (each: (typeof found)[number]) => number): number => median(found.map(of));
  return [
    atMost(
      'exact match, 1 MB',
      middle((each) => each.exact.ratio),
      {
        unit: 'x scan for an absent byte',
        target: 2.5,
      },
    ),
    atMost(
      'trailing-blank match, 1 MB',
      middle((each) => each.loose),
      {
        unit: 'x exact match',
        target: 2,
      },
    ),
    shown(
      'exact match, 1 MB',
      middle((each) => each.exact.work),
      'ms',
    ),
    shown(
      'scan for an absent byte, 1 MB',
      middle((each) => each.exact.base),
      'ms',
    ),
  ];
}

const RESPONSE = Buffer.from(
  `${PATH}\n<<<<<<< SEARCH\n${WANTED.join('\n')}\n=======\n${WANTED.map((line) => `${line} // changed`).join('\n')}\n>>>>>>> REPLACE\n`,
);

const OID = asOid('1'.repeat(40));
const SNAPSHOT: Snapshot = {
  base: OID,
  tree: [{ path: PATH, mode: '100644', oid: OID }],
  files: new Map([[PATH, { bytes: FILE, mode: '100644', oid: OID }]]),
  ignored: new Set(),
  freshReads: new Set(),
};

/** Decodes, applies and verifies one block of six lines; the new content's size. */
function editOnce(): number {
  const { patch } = apply(decode(RESPONSE), SNAPSHOT, { repoName: 'repo' });
  if (patch === null || verify(patch, SNAPSHOT).length > 0) throw new Error('the edit is refused');
  return patch.changes[0]?.after?.bytes.length ?? 0;
}

/** What the bytes alone cost: one look at each, one copy of each. */
function scanAndCopy(): number {
  return FILE.indexOf(ABSENT) + Buffer.from(FILE).length;
}

function endToEnd(): readonly BenchLine[] {
  const { ratio, work } = compare(editOnce, scanAndCopy);
  const alone = compare(() => decode(RESPONSE), scanAndCopy);
  return [
    atMost('decode + apply + verify, 1 MB file', ratio, { unit: 'x scan + copy', target: 3 }),
    shown('decode + apply + verify, 1 MB file', work, 'ms'),
    shown('decode alone', alone.work, 'ms'),
  ];
}

const timed = (work: () => unknown, rounds: number): number =>
  median(Array.from({ length: rounds }, () => cpuMs(work)));

function nearestRegion(): readonly BenchLine[] {
  const near = WANTED.map((line, at) => (at === 2 ? `${line} changed` : line));
  const words = WANTED.map((line) => `${line.replace(/[a-z]+/, 'other')} x`);
  const find = (wanted: readonly string[]) => (): unknown => nearest(new SourceText(FILE), wanted);
  const options = { unit: 'ms', target: 50 };
  return [
    atMost('nearest region, one line differs, 1 MB', timed(find(near), 9), options),
    atMost('nearest region, every line differs, 1 MB', timed(find(words), 9), options),
  ];
}

const PROSE =
  'The change in `src/a.ts` keeps the old order; see docs/notes.md for why it matters. \n';

/** Each hostile response once: a submission is decoded once. */
async function decoding(say: (text: string) => void): Promise<readonly BenchLine[]> {
  // Not loaded before: a large heap makes all that is measured above wait for the collector.
  const { HOSTILE_RESPONSES } = await import('../../test/support/hostile-responses.ts');
  const prose = Buffer.from(PROSE.repeat(Math.ceil(MEGABYTE / PROSE.length)));
  const spent = HOSTILE_RESPONSES.map(([name, text]) => {
    const response = Buffer.from(text);
    return { name, ms: cpuMs(() => decode(response)) };
  }).toSorted((a, b) => b.ms - a.ms);
  for (const { name, ms } of spent.slice(0, 8)) say(`  ${Math.round(ms)} ms  ${name}`);
  const [worst] = spent;
  return [
    atMost(
      'decode, 1 MB of prose',
      timed(() => decode(prose), 5),
      { unit: 'ms', target: 300 },
    ),
    atMost(`decode, worst of ${spent.length} hostile responses of 1 MB`, worst?.ms ?? 0, {
      unit: 'ms',
      target: 1000,
    }),
  ];
}

/** Matching and editing in files of a megabyte, by processor time. */
export const engine: BenchGroup = {
  name: 'engine',
  about: 'matching, editing and decoding a megabyte',
  isOptional: false,
  run: async ({ say }) => [
    ...matching(),
    ...endToEnd(),
    ...nearestRegion(),
    ...(await decoding(say)),
  ],
};
