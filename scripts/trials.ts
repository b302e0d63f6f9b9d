/**
 * Real small commits out of a repository's history, written down as a model would have, each with one labelled flaw, and
 * what the engine makes of them. `--npm` takes the histories of published packages instead. Exit 1 where anything was
 * applied wrong.
 */
import { parseArgs } from 'node:util';
import { keepCase } from './trials/keep-case.ts';
import { runTrials, type TrialRun } from './trials/run-trials.ts';
import { scenesOf } from './trials/scene.ts';
import { tableOf, totalsOf } from './trials/tally.ts';

const { values } = parseArgs({
  options: {
    repo: { type: 'string', default: '.' },
    per: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    scenes: { type: 'string', default: '400' },
    only: { type: 'string', multiple: true, default: [] },
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const scenes = scenesOf(values.repo, Number(values.scenes));
const shown: { seen: number; covered: number } = { seen: 0, covered: 0 };

function onTrial(run: TrialRun): void {
  const { variant, verdict } = run;
  if (variant.name === 'hallucinated-token' && verdict.covers !== undefined) {
    shown.seen += 1;
    if (verdict.covers) shown.covered += 1;
  }
  const isBad =
    verdict.verdict === 'wrong' || (variant.kind === 'harmless' && verdict.verdict !== 'right');
  if (isBad && values.keep !== undefined) keepCase(values.keep, run);
}

const options = { per: Number(values.per), seed: Number(values.seed), only: values.only };
const counts = runTrials(scenes, options, onTrial);
const totals = totalsOf(counts);
if (values.json) {
  const rows = counts.map(({ variant, kind, right, refused, wrong }) => ({
    variant,
    kind,
    right,
    refused,
    wrong,
  }));
  console.log(JSON.stringify(rows, null, 2));
} else {
  console.log(tableOf(counts));
  console.log(
    `\n${scenes.length} scenes, ${totals.trials} trials; harmless right ${totals.harmlessShare.toFixed(2)} % of ${totals.harmless}; wrong ${totals.wrong}`,
  );
  console.log(
    `refusals of hallucinated words that show the true place: ${shown.covered} of ${shown.seen}`,
  );
}
process.exitCode = totals.wrong > 0 ? 1 : 0;
