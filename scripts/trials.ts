/**
 * Real small commits out of a repository's history, written down as a model would have, each with one labelled flaw, and
 * what the engine makes of them. `--npm` takes the published versions of well-known packages instead of `--repo`; with
 * `--cache DIR` they are fetched once. Exit 1 where anything was applied wrong.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { npmHistory, PUBLISHED } from './trials/npm-histories.ts';
import { runTrials } from './trials/run-trials.ts';
import { scenesOf, type Scene } from './trials/scene.ts';
import { addCounts, totalsOf } from './trials/tally.ts';
import { reportTrials, watchTrials } from './trials/trial-report.ts';

const { values } = parseArgs({
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
const limit = Number(values.scenes);

/** The repositories to take commits from: those named, and with `--npm` one for each package. */
function repositories(temp: string): readonly string[] {
  const named = values.repo.length === 0 && !values.npm ? ['.'] : values.repo;
  if (!values.npm) return named;
  const folder = values.cache ?? temp;
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
  const options = { per: Number(values.per), seed, only: values.only };
  let scenes = 0;
  const counts = repositories(temp).map((repo) => {
    const found: readonly Scene[] = scenesOf(repo, limit);
    scenes += found.length;
    return runTrials(found, options, watch.onTrial);
  });
  const sums = addCounts(counts);
  console.log(reportTrials(sums, watch.shown, { isJson: values.json, scenes, seed }));
  process.exitCode = totalsOf(sums).wrong > 0 ? 1 : 0;
} finally {
  rmSync(temp, { recursive: true, force: true });
}
