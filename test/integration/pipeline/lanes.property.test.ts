import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Config } from '../../../src/config/config.ts';
import { parseConfig } from '../../../src/config/parse-config.ts';
import { asOid, type Oid } from '../../../src/core/model/ids.ts';
import type { TreeEntry } from '../../../src/core/model/patch.ts';
import { affects } from '../../../src/core/schedule/affects.ts';
import { laneInputs } from '../../../src/gates/lane-inputs.ts';
import { commonLane } from '../../../src/gates/lane-of.ts';
import { verdictKey, type KeyedTree } from '../../../src/gates/verdict-key.ts';
import { partsOf } from '../../../src/pipeline/parts-of.ts';

const PATHS = ['api/a', 'api/b', 'web/a', 'web/b', 'doc/a', 'lib/a', 'both/a', 'web/package.json'];

/** Content by path. */
type Files = Readonly<Record<string, string>>;

const configOf = (lanes: Readonly<Record<string, readonly string[]>>): Config => {
  const gates = [{ name: 'all', run: 'check' }];
  const parsed = parseConfig(JSON.stringify({ gates, queue: { lanes } }));
  return parsed.ok ? parsed.value : expect.fail('not valid');
};

const CONFIG = configOf({
  api: ['/api/**', '/both/*'],
  web: ['/web/**', '/both/[ab]'],
  doc: ['/doc/**'],
});

const oidOf = (text: string): Oid => asOid(createHash('sha1').update(text).digest('hex'));

const entriesOf = (files: Files): readonly TreeEntry[] =>
  Object.entries(files)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, text]) => ({ path, mode: '100644', oid: oidOf(text) }));

/** The name of the gate's verdict on a change of a base, as the pipeline makes it. */
async function keyOf(base: Files, change: Files): Promise<string> {
  const { lanes } = CONFIG.queue;
  const own = commonLane(lanes, Object.keys(change));
  const keyed = async (files: Files): Promise<KeyedTree> => {
    const entries = entriesOf(files);
    const tree = oidOf(JSON.stringify(entries));
    const readLink = (): never => expect.fail('there are no links');
    const lane =
      own === null ? null : await laneInputs({ tree, entries }, { lanes, own, readLink });
    return { tree, entries, ...(lane === null ? {} : { lane }) };
  };
  const [gate = expect.fail('no gate')] = CONFIG.gates;
  return verdictKey(gate, {
    candidate: await keyed({ ...base, ...change }),
    base: await keyed(base),
    changed: Object.keys(change).map((path) => ({ path, change: 'modified' })),
    toolchain: 't',
    sandbox: 'none',
  });
}

/** The parts that matter between changes of different paths. */
const gateParts = (files: Files): ReturnType<typeof partsOf> => {
  const { needs, changes } = partsOf(CONFIG, Object.keys(files));
  const isOfGate = (part: string): boolean => part.startsWith('gate ');
  return { needs: needs.filter(isOfGate), changes: changes.filter(isOfGate) };
};

const files = (mark: string): fc.Arbitrary<Files> =>
  fc
    .uniqueArray(fc.constantFrom(...PATHS), { minLength: 1, maxLength: 3 })
    .map((paths) => Object.fromEntries(paths.map((path) => [path, `${mark} ${path}`])));

test('a verdict stands after a landing just where the planner says that it is not affected', async () => {
  await fc.assert(
    fc.asyncProperty(files('mine'), files('landed'), async (mine, landed) => {
      fc.pre(Object.keys(mine).every((path) => !(path in landed)));
      const base = Object.fromEntries(PATHS.map((path) => [path, 'old']));
      const [before, after] = [await keyOf(base, mine), await keyOf({ ...base, ...landed }, mine)];
      const isAffected = affects(gateParts(landed).changes, gateParts(mine).needs);
      expect(after === before).toBe(!isAffected);
    }),
    { numRuns: 400 },
  );
});

test('whatever is not in another lane than all of the change is among what its verdict depends on', async () => {
  await fc.assert(
    fc.asyncProperty(files('mine'), fc.constantFrom(...PATHS), async (mine, other) => {
      fc.pre(!(other in mine));
      const base = Object.fromEntries(PATHS.map((path) => [path, 'old']));
      const { lanes } = CONFIG.queue;
      const own = commonLane(lanes, Object.keys(mine));
      const of = commonLane(lanes, [other]);
      const isOther = own !== null && of !== null && of !== own;
      const [before, after] = [
        await keyOf(base, mine),
        await keyOf({ ...base, [other]: 'new' }, mine),
      ];
      expect(after === before).toBe(isOther);
    }),
    { numRuns: 400 },
  );
});
