/**
 * How long the syntax gate takes over a file of 10,000 lines, per language: the first time (thread and grammar started)
 * and warm, the median of five. Both sides of a change are read only where something is wrong, so this is one parse.
 *
 *   node scripts/bench/syntax-speed.ts [--json]
 */
import { SYNTAX_CHECKERS } from '../../src/gates/syntax/registry.ts';
import { SYNTAX_SAMPLES } from '../../test/support/syntax-samples/index.ts';
import { scriptOptions } from '../script-options.ts';

const { values } = scriptOptions('usage: node scripts/bench/syntax-speed.ts [--json]', {
  options: { json: { type: 'boolean', default: false } },
});
const LINES = 10_000;
const ROUNDS = 5;
/** Texts that stay sound when repeated. */
const LANGUAGES = ['Python', 'Go', 'Rust', 'Java', 'C++', 'Ruby', 'Shell', 'SQL', 'Zig', 'Elixir'];

const rows = [];
for (const language of LANGUAGES) {
  const checker = SYNTAX_CHECKERS.find((each) => each.language === language);
  const sample = SYNTAX_SAMPLES.find((each) => each.language === language);
  if (checker === undefined || sample === undefined) throw new Error(`no ${language}`);
  const text = sample.text.repeat(Math.ceil(LINES / (sample.text.split('\n').length - 1)));
  const broken =
    text.slice(0, text.length / 2) + text.slice(text.length / 2).replace(...sample.broken);
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const start = performance.now();
    const problems = await checker.check(text, sample.path);
    times.push(performance.now() - start);
    if (problems?.length !== 0) throw new Error(`${language}: not read to the end`);
  }
  const [first = 0, ...warm] = times;
  const median = warm.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  const start = performance.now();
  const found = await checker.check(broken, sample.path);
  const one = performance.now() - start;
  rows.push({ language, first, median, broken: found === null ? Infinity : one });
}

if (values.json) {
  const line = rows.map(({ language, median }) => ({
    name: `syntax: 10,000 lines of ${language}`,
    value: Math.round(median),
    unit: 'ms',
    target: 2000,
    ok: median < 2000,
  }));
  console.log(JSON.stringify(line, null, 2));
} else {
  for (const { language, first, median, broken } of rows)
    console.log(
      `${language.padEnd(10)} first ${first.toFixed(0).padStart(5)} ms, warm ${median.toFixed(0).padStart(5)} ms, with a break ${broken.toFixed(0).padStart(5)} ms`,
    );
}
