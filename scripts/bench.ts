/**
 * `npm run bench -- [--only GROUP]... [--files N] [--json]`: measures the product against what it is measured by, side by
 * side, and prints one line per figure. Ratios are what counts: times depend on the machine. Exits 0 whatever the figures.
 */
import { BENCH_GROUPS } from './bench/groups.ts';
import type { BenchLine } from './bench/bench-group.ts';
import { scriptOptions } from './script-options.ts';

const GROUPS = BENCH_GROUPS.map(
  ({ name, about, isOptional }) =>
    `  ${name.padEnd(16)} ${about}${isOptional ? ' (only where asked for)' : ''}`,
);
const USAGE = `usage: npm run bench -- [--only GROUP]... [--files N, at least 100] [--json]\n${GROUPS.join('\n')}\n`;

const { values } = scriptOptions(USAGE, {
  options: {
    only: { type: 'string', multiple: true, default: [] },
    files: { type: 'string', default: '10000' },
    json: { type: 'boolean', default: false },
  },
});
const files = Number(values.files);
const unknown = values.only.filter((name) => !BENCH_GROUPS.some((group) => group.name === name));
if (!Number.isInteger(files) || files < 100 || unknown.length > 0) {
  process.stderr.write(USAGE);
  process.exit(2);
}

const chosen = BENCH_GROUPS.filter(({ name, isOptional }) =>
  values.only.length === 0 ? !isOptional : values.only.includes(name),
);
const lines: BenchLine[] = [];
for (const { name, run } of chosen) {
  process.stderr.write(`${name} ...\n`);
  const found = await run({ files, say: (text) => process.stderr.write(`${text}\n`) });
  const named = found.map((line) => ({ ...line, name: `${name}: ${line.name}` }));
  lines.push(...named);
  if (!values.json) for (const line of named) print(line);
}
if (values.json) process.stdout.write(`${JSON.stringify(lines, null, 2)}\n`);

function print({ name, value, unit, target, ok }: BenchLine): void {
  const judged = target === null ? '' : `${ok ? 'ok' : 'MISSED'} (target ${target})`;
  process.stdout.write(
    `${name.padEnd(64)} ${String(value).padStart(9)} ${unit.padEnd(26)} ${judged}\n`,
  );
}
