/**
 * Real small commits out of a repository's history, written down as a model would have, each with one labelled flaw, and
 * what the engine makes of them. `--npm` takes the published versions of well-known packages instead of `--repo`; with
 * `--cache DIR` they are fetched once. Left out, and counted, is what the policies would stop whoever wrote it: that says
 * nothing about reading edits. Exit 1 where anything was applied wrong.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LeftOut } from './trials/left-out.ts';
import { npmHistory, PUBLISHED } from './trials/npm-histories.ts';
import { runTrials } from './trials/run-trials.ts';
import { scenesOf, type Scene } from './trials/scene.ts';
import { addCounts, totalsOf } from './trials/tally.ts';
import { reportTrials, watchTrials } from './trials/trial-report.ts';
import { scriptOptions } from './script-options.ts';

const USAGE = `usage: npm run trials -- [--repo PATH]... [--npm [--cache DIR]] [options]
  --repo PATH      a repository whose commits are taken (several may be named); this one where nothing is named
  --npm            successive published versions of well-known packages, fetched by the npm client
  --cache DIR      keeps what --npm fetched, for the next time
  --per N          trials of each variant in each format, for each repository (5)
  --scenes N       changes to take from each repository (400)
  --seed N         another number makes other trials (1)
  --only VARIANT   only this one (several may be named)
  --keep DIR       writes every trial down that was wrong, or refused though harmless
  --json           one array of {variant, kind, right, refused, wrong}`;

const { values } = scriptOptions(USAGE, {
  options: {
    repo: { type: 'string', multiple: true, default: [] },
    npm: { type: 'boolean', default: false },
    cache: { type: 'string' },
    per: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    scenes: { type: 'string', default: '400' },
    only: { type: 'string', multiple: true, default: [] },
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const seed = Number(values.seed);
const per = Number(values.per);
const limit = Number(values.scenes);
if (![seed, per, limit].every((value) => Number.isInteger(value) && value >= 0)) {
  console.error(`--seed, --per and --scenes are whole numbers\n${USAGE}`);
  process.exit(2);
}

/** The repositories to take commits from: those named, and with `--npm` one for each package. */
function repositories(temp: string): readonly string[] {
  const named = values.repo.length === 0 && !values.npm ? ['.'] : values.repo;
  if (!values.npm) return named;
  const folder = values.cache ?? temp;
  const pairs = PUBLISHED.reduce((sum, { versions }) => sum + versions.length - 1, 0);
  console.error(`${PUBLISHED.length} packages, ${pairs} pairs of successive versions`);
  const packages = PUBLISHED.map((published) => {
    const { name, versions } = published;
    console.error(`seed ${seed}: ${name} ${versions.join(' -> ')}`);
    const known = join(folder, name.replaceAll(/[@/]/g, '-').replace(/^-/, ''));
    return existsSync(join(known, '.git')) ? known : npmHistory(published, folder);
  });
  return [...named, ...packages];
}

const temp = mkdtempSync(join(tmpdir(), 'sallyport-trials-'));
try {
  const watch = watchTrials(values.keep);
  const leftOut = new LeftOut();
  const options = { per, seed, only: values.only, leftOut };
  let scenes = 0;
  const counts = repositories(temp).map((repo) => {
    const found: readonly Scene[] = scenesOf(repo, limit, leftOut);
    scenes += found.length;
    return runTrials(found, options, watch.onTrial);
  });
  const sums = addCounts(counts);
  console.log(reportTrials(sums, watch.shown, { isJson: values.json, scenes, seed, leftOut }));
  process.exitCode = totalsOf(sums).wrong > 0 ? 1 : 0;
} finally {
  rmSync(temp, { recursive: true, force: true });
}
