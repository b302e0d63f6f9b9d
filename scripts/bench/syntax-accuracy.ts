/**
 * How many seeded breaks the syntax gate finds, and whether it names the right line: as a change of a sound file, and as
 * a new file. A note counts as found. `right` is the seeded line or one next to it.
 *
 *   node scripts/bench/syntax-accuracy.ts [--json]
 */
import { checkSyntax } from '../../src/gates/syntax/check-syntax.ts';
import { changedFile } from '../../test/support/changed-file.ts';
import { SYNTAX_SAMPLES } from '../../test/support/syntax-samples/index.ts';
import { BREAK_KINDS, seededBreaks } from './seeded-breaks.ts';
import { scriptOptions } from '../script-options.ts';

const { values } = scriptOptions('usage: npm run bench:syntax -- [--json]', {
  options: { json: { type: 'boolean', default: false } },
});

/** Lines named for a file, from refusals and notes alike; null where it passed. */
async function linesNamed(
  path: string,
  before: string | null,
  after: string,
): Promise<readonly number[] | null> {
  const changes = [changedFile(path, before, after)];
  const { rejections, notes } = await checkSyntax({ base: null, changes });
  const noted = notes.flatMap(({ text }) => /:(\d+):\d+ may/.exec(text)?.[1] ?? []);
  const lines = [...rejections.flatMap((each) => each.lines ?? []), ...noted.map(Number)];
  return lines.length === 0 ? null : lines;
}

const isNear = (named: readonly number[] | null, wanted: readonly number[]): boolean =>
  named !== null && wanted.some((line) => Math.abs(line - (named[0] ?? 0)) <= 1);

interface Tally {
  readonly of: number;
  readonly found: number;
  readonly right: number;
  readonly foundNew: number;
  readonly rightNew: number;
  readonly missed: readonly string[];
}

async function tally(kind: string): Promise<Tally> {
  const seeds = seededBreaks(SYNTAX_SAMPLES).filter((each) => each.kind === kind);
  const results: {
    readonly language: string;
    readonly found: boolean;
    readonly right: boolean;
    readonly foundNew: boolean;
    readonly rightNew: boolean;
  }[] = [];
  for (const { sample, seeded } of seeds) {
    const changed = await linesNamed(sample.path, sample.text, seeded.text);
    const made = await linesNamed(sample.path, null, seeded.text);
    results.push({
      language: sample.language,
      found: changed !== null,
      right: isNear(changed, seeded.lines),
      foundNew: made !== null,
      rightNew: isNear(made, seeded.lines),
    });
  }
  const count = (key: 'found' | 'right' | 'foundNew' | 'rightNew'): number =>
    results.filter((each) => each[key]).length;
  return {
    of: results.length,
    found: count('found'),
    right: count('right'),
    foundNew: count('foundNew'),
    rightNew: count('rightNew'),
    missed: results.filter(({ found }) => !found).map(({ language }) => language),
  };
}

const tallies: (Tally & { readonly kind: string })[] = [];
for (const { name } of BREAK_KINDS) tallies.push({ kind: name, ...(await tally(name)) });

const sum = (key: 'of' | 'found' | 'right' | 'foundNew' | 'rightNew'): number =>
  tallies.reduce((total, each) => total + each[key], 0);

if (values.json) {
  const rows = tallies.map(({ kind, found, of }) => ({
    name: `syntax: ${kind}`,
    value: found,
    unit: `of ${of}`,
    target: Math.ceil((of * 219) / 261),
    ok: found >= Math.ceil((of * 219) / 261),
  }));
  console.log(JSON.stringify(rows, null, 2));
} else {
  console.log(`${SYNTAX_SAMPLES.length} languages; changed: of a sound file; new: without one`);
  console.log(`${'kind'.padEnd(20)} seeded  found  right  new: found  right  missed`);
  const row = (each: Omit<Tally, 'missed'>, kind: string, missed: string): string =>
    `${kind.padEnd(20)} ${String(each.of).padStart(6)} ${String(each.found).padStart(6)} ${String(each.right).padStart(6)} ${String(each.foundNew).padStart(11)} ${String(each.rightNew).padStart(6)}  ${missed}`;
  for (const each of tallies) console.log(row(each, each.kind, each.missed.join(', ')));
  const all = {
    of: sum('of'),
    found: sum('found'),
    right: sum('right'),
    foundNew: sum('foundNew'),
    rightNew: sum('rightNew'),
  };
  console.log(row(all, 'all', `${((all.found / all.of) * 100).toFixed(1)} % found`));
}
