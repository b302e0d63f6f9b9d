/**
 * `npm run chaos -- [--kills N] [--seed S] [--json]`: kills the daemon at every step of a landing and at random moments,
 * while payloads land in a checkout that a person works in, and checks that nothing was lost, doubled or half done.
 * Needs a build. Exits 1 where a promise was broken, and then keeps the repository.
 */
import { runChaos, type ChaosReport } from './chaos/run-chaos.ts';
import { scriptOptions } from './script-options.ts';

const USAGE = 'usage: npm run chaos -- [--kills N] [--seed S] [--json]\n';

const { values } = scriptOptions(USAGE, {
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    json: { type: 'boolean', default: false },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed);
if (!Number.isInteger(kills) || kills < 1 || !Number.isInteger(seed)) {
  process.stderr.write(USAGE);
  process.exit(2);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const report = await runChaos({
  kills,
  seed,
  say: (line) => process.stderr.write(`${line}\n`),
});
if (values.json) process.stdout.write(`${JSON.stringify(figures(report), null, 2)}\n`);
else print(report);
for (const breach of report.breaches) process.stderr.write(`BROKEN: ${breach}\n`);
if (report.kept !== null) process.stderr.write(`The repository is kept in ${report.kept}\n`);
process.exitCode = report.breaches.length === 0 ? 0 : 1;

function print({ deaths, payloads, ends, person, ...rest }: ChaosReport): void {
  const line = (name: string, text: string | number): void =>
    void process.stdout.write(`${name.padEnd(34)} ${text}\n`);
  line('seed', seed);
  line('seconds', rest.seconds);
  line('kills', sum(deaths));
  for (const [name, count] of Object.entries(deaths)) line(`  ${name}`, count);
  line('  of the random: step not reached', rest.missedSteps);
  line(
    'payloads handed in',
    `${payloads} (${rest.slowDrops} written slowly in place, ${rest.branches} branches)`,
  );
  for (const end of ['landed', 'rejected', 'failed'] as const) line(end, ends[end] ?? 0);
  line('person: saves', person.saves);
  line(
    '  on paths that were landing',
    `${person.savesOnLandingPaths} (${share(person.savesOnLandingPaths, person.saves)})`,
  );
  line('  while a landing held the index', person.savesDuringLanding);
  line('person: commits', person.commits);
  line(
    '  of paths that were landing',
    `${person.commitsOnLandingPaths} (${share(person.commitsOnLandingPaths, person.commits)})`,
  );
  line('  refused by git and done again', person.refusedCommits);
  line('person: branch visits', person.switches);
  line('person: obstacles that blocked', person.obstaclesThatBlocked);
  line('crossings (save across a landing)', person.crossings);
  line('  saves found in a file set aside', person.savesFoundAside);
  line('lost, doubled or half done', report.breaches.length);
}

function figures({
  deaths,
  payloads,
  branches,
  ends,
  person,
  breaches,
}: ChaosReport): readonly unknown[] {
  const landing = person.savesOnLandingPaths + person.commitsOnLandingPaths;
  const landingShare = landing / Math.max(1, person.saves + person.commits);
  const counts = { payloads, branches, ...ends, ...person };
  return [
    { name: 'kills', value: sum(deaths), unit: 'count', target: kills, ok: sum(deaths) >= kills },
    { name: 'lost', value: breaches.length, unit: 'count', target: 0, ok: breaches.length === 0 },
    {
      name: 'landing-share',
      value: landingShare,
      unit: 'ratio',
      target: 0.3,
      ok: landingShare >= 0.3,
    },
    ...Object.entries(deaths).map(([name, value]) => plain(`kills-at-${name}`, value)),
    ...Object.entries(counts).map(([name, value]) => plain(name, value)),
  ];
}

function plain(name: string, value: number): unknown {
  return { name, value, unit: 'count', target: null, ok: true };
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function share(part: number, whole: number): string {
  return `${Math.round((100 * part) / Math.max(1, whole))} %`;
}
