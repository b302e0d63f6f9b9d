import { describe, expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import type { TreeEntry } from '../../../src/core/model/patch.ts';
import type { ChangedPath } from '../../../src/gates/gate-tree.ts';
import { primeKey } from '../../../src/gates/prime-memory.ts';
import { verdictKey, type KeyedTree, type VerdictPlace } from '../../../src/gates/verdict-key.ts';
import { configured } from '../../support/gate-trees.ts';

const oid = (digit: string) => asOid(digit.repeat(40));
const entry = (path: string, digit: string): TreeEntry => ({
  path,
  mode: '100644',
  oid: oid(digit),
});
const tree = (digit: string, ...entries: readonly TreeEntry[]): KeyedTree => ({
  tree: oid(digit),
  entries,
});

const BASE = tree('a', entry('docs/x', '1'), entry('src/a.ts', '1'));
const CANDIDATE = tree('b', entry('docs/x', '1'), entry('src/a.ts', '2'));
/** The same change on a base on which somebody else landed `docs/x`. */
const REBASED = {
  base: tree('c', entry('docs/x', '9'), entry('src/a.ts', '1')),
  candidate: tree('d', entry('docs/x', '9'), entry('src/a.ts', '2')),
};

const modified = (...paths: readonly string[]): readonly ChangedPath[] =>
  paths.map((path) => ({ path, change: 'modified' }));

const key = (gate: object, more: Partial<VerdictPlace> = {}): string => {
  const [configuredGate] = configured([{ name: 'g', run: 'lint', ...gate }]);
  if (configuredGate === undefined) throw new Error('no gate');
  return verdictKey(configuredGate, {
    candidate: CANDIDATE,
    base: BASE,
    changed: modified('src/a.ts'),
    toolchain: 't',
    sandbox: 'none',
    ...more,
  });
};

describe('a verdict holds on', () => {
  test('where a link among the inputs and the whole tree are the same', () => {
    const linked = (digit: string) =>
      tree(digit, ...CANDIDATE.entries, { ...entry('src/l.ts', '3'), mode: '120000' });
    const on = (digit: string) => key({ inputs: ['src/**'] }, { candidate: linked(digit) });
    expect(on('e')).toBe(on('e'));
    expect(on('f')).not.toBe(on('e'));
  });

  test('where the declared inputs are the same in candidate and base', () => {
    expect(key({ inputs: ['src/**'] }, REBASED)).toBe(key({ inputs: ['src/**'] }));
  });

  test('on the very same trees', () => {
    expect(key({})).toBe(key({}));
  });

  test('for a fix, where no proof is asked for', () => {
    expect(key({}, { isFix: true })).toBe(key({}, { isFix: false }));
  });

  test('whatever else was changed', () => {
    const changed = modified('docs/x', 'src/a.ts');
    expect(key({ inputs: ['src/**'], files: ['*.ts'] }, { changed })).toBe(
      key({ inputs: ['src/**'], files: ['*.ts'] }),
    );
  });
});

describe('a verdict does not hold on', () => {
  test.each(['candidate', 'base'] as const)(
    'with other dependencies of the %s, though no declared input names them',
    (side) => {
      const keyed = side === 'base' ? BASE : CANDIDATE;
      const lockedTo = (version: string): string => {
        const lock = [entry('package-lock.json', version)];
        const dependencies = primeKey({ mode: 'auto' }, lock);
        return key({ inputs: ['src/**'] }, { [side]: { ...keyed, dependencies } });
      };
      expect(lockedTo('1')).toBe(lockedTo('1'));
      expect(lockedTo('2')).not.toBe(lockedTo('1'));
    },
  );

  test.each([
    ['for the whole tree, on another one', {}, REBASED],
    ['where an input is another', { inputs: ['docs/**'] }, REBASED],
    [
      'where an input of the base is another',
      { inputs: ['src/**'] },
      { base: tree('a', entry('src/a.ts', '7')) },
    ],
    ['where there is no base', { inputs: ['src/**'] }, { base: null }],
    ['with another tool chain', {}, { toolchain: 'u' }],
    ['with another sandbox', {}, { sandbox: 'bubblewrap' }],
    ['where no changed path is its concern', { files: ['*.ts'] }, { changed: modified('docs/x') }],
    [
      'for other files by name',
      { run: 'lint {files}', inputs: ['src/**'] },
      { changed: modified('src/b.ts') },
    ],
    [
      'for other tests by name',
      { run: 'test {affectedTests}', inputs: ['src/**'] },
      { tests: { affectedTests: ['a.test.ts'], unreached: [] } },
    ],
    [
      'where a file that says what the check is is another',
      { run: 'make check', inputs: ['src/**'] },
      {
        candidate: tree('b', entry('Makefile', '9'), entry('docs/x', '1'), entry('src/a.ts', '2')),
      },
    ],
    [
      'where an input is a link, which may lead anywhere',
      { inputs: ['src/*.ts'] },
      { candidate: tree('e', ...CANDIDATE.entries, { ...entry('src/l.ts', '3'), mode: '120000' }) },
    ],
    [
      'where a file came from what is its concern',
      { files: ['*.js'] },
      { changed: [{ path: 'src/a.ts', change: 'renamed' as const, from: 'src/a.js' }] },
    ],
    [
      'for files that are gone by name',
      { run: 'lint {files}', inputs: ['src/**'] },
      { changed: [{ path: 'src/a.ts', change: 'deleted' as const }] },
    ],
    ['for a fix that must be proven', { regressionProof: true }, { isFix: true }],
    ['for other commits by name', { run: 'lint {base}', inputs: ['src/**'] }, REBASED],
  ])('%s', (_, gate, more) => {
    expect(key(gate, more)).not.toBe(key(gate));
  });

  test('for another command', () => {
    expect(key({ run: 'lint -x' })).not.toBe(key({}));
  });
});

describe('under lanes', () => {
  const inLane = (digit: string, lane: string): KeyedTree => ({ ...tree(digit), lane });
  const on = (gate: object, lane: string) =>
    key(gate, { candidate: inLane('d', lane), base: inLane('c', lane) });

  test('a gate for the whole tree goes by what the lane leaves of it', () => {
    const before = { candidate: inLane('b', 'one'), base: inLane('a', 'one') };
    expect(on({}, 'one')).toBe(key({}, before));
    expect(on({}, 'two')).not.toBe(on({}, 'one'));
    expect(key({}, { ...before, base: inLane('a', 'two') })).not.toBe(key({}, before));
  });

  test.each([
    ['names the base', { run: 'lint {base}' }],
    ['names the candidate', { run: 'lint {candidate}' }],
    ['names tests', { run: 'test {affectedTests}' }],
    ['goes by imports that are not known', { inputs: 'closure' }],
    ['declares its inputs', { inputs: ['src/**'] }],
  ])('a gate that %s does not', (_, gate) => {
    expect(on(gate, 'two')).toBe(on(gate, 'one'));
    const elsewhere = { candidate: tree('b', entry('src/a.ts', '3')), base: tree('a') };
    expect(on(gate, 'one')).not.toBe(key(gate, elsewhere));
  });

  test('dependencies, tool chain and sandbox count as ever', () => {
    const place = { candidate: inLane('b', 'one'), base: inLane('a', 'one') };
    const locked = { ...place.candidate, dependencies: 'other' };
    expect(key({}, { ...place, candidate: locked })).not.toBe(key({}, place));
    expect(key({}, { ...place, toolchain: 'u' })).not.toBe(key({}, place));
    expect(key({}, { ...place, sandbox: 'bubblewrap' })).not.toBe(key({}, place));
  });
});
