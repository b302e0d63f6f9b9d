import { describe, expect, test } from 'vitest';
import { asOid, type Oid } from '../../../src/core/model/ids.ts';
import type { TreeEntry } from '../../../src/core/model/patch.ts';
import { laneInputs } from '../../../src/gates/lane-inputs.ts';

const LANES = [
  { name: 'api', globs: ['/api/**'] },
  { name: 'web', globs: ['/web/**'] },
];

const oidOf = (digit: string): Oid => asOid(digit.repeat(40));

/** Contents by path; `-> x` is a link to x, `+x` is executable, `@x` a submodule. */
type Files = Readonly<Record<string, string>>;

const BASE: Files = { 'api/a': '1', 'lib/l': '1', 'web/w': '1' };

let trees = 0;

async function inputsOf(files: Files, own = 'api', lanes = LANES): Promise<string | null> {
  const links = new Map<Oid, Uint8Array>();
  const entries = Object.entries(files)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([path, content], at): TreeEntry => {
      if (content.startsWith('-> ')) {
        const oid = asOid(at.toString(16).padStart(40, '0'));
        links.set(oid, Buffer.from(content.slice(3), 'latin1'));
        return { path, mode: '120000', oid };
      }
      const mode = content.startsWith('+')
        ? '100755'
        : content.startsWith('@')
          ? '160000'
          : '100644';
      return { path, mode, oid: oidOf(content.replace(/^[+@]/, '')) };
    });
  trees += 1;
  const tree = asOid(trees.toString(16).padStart(40, '0'));
  const readLink = (oid: Oid): Promise<Uint8Array> =>
    Promise.resolve(links.get(oid) ?? expect.fail('no such link'));
  return laneInputs({ tree, entries }, { lanes, own, readLink });
}

describe('the inputs of a change in a lane are the same', () => {
  test.each<[string, Files]>([
    ['where a file of another lane is another', { 'web/w': '2' }],
    ['where a file of another lane is new', { 'web/x/y': '2' }],
    ['where a submodule of another lane is another', { 'web/sub': '@2' }],
    ['where a link of another lane is another', { 'web/link': '-> ../api/a' }],
  ])('%s', async (_, more) => {
    expect(await inputsOf({ ...BASE, ...more })).toBe(await inputsOf(BASE));
  });

  test('where the last file of another lane is gone', async () => {
    expect(await inputsOf({ 'api/a': '1', 'lib/l': '1' })).toBe(await inputsOf(BASE));
  });
});

describe('the inputs of a change in a lane are others', () => {
  test.each<[string, Files]>([
    ['where a file of the lane is another', { 'api/a': '2' }],
    ['where a file of no lane is another', { 'lib/l': '2' }],
    ['where a file of the lane is new', { 'api/b': '1' }],
    ['where the mode of a file is another', { 'lib/l': '+1' }],
    ['where a submodule of no lane is another', { 'lib/sub': '@1' }],
    ['where a file says what the checks are, in another lane', { 'web/package.json': '1' }],
    ['where another spelling of another lane is there', { 'Web/w': '1' }],
    ['where a link of the lane is there', { 'api/link': '-> a' }],
  ])('%s', async (_, more) => {
    const [before, after] = [await inputsOf(BASE), await inputsOf({ ...BASE, ...more })];
    expect(after).not.toBeNull();
    expect(after).not.toBe(before);
  });

  test('where a file came out of another lane', async () => {
    expect(await inputsOf({ 'api/a': '1', 'api/w': '1', 'lib/l': '1' })).not.toBe(
      await inputsOf(BASE),
    );
  });

  test('where a name and a content change places', async () => {
    expect(await inputsOf({ 'api/a': '1', 'api/b': '2' })).not.toBe(
      await inputsOf({ 'api/a': '2', 'api/b': '1' }),
    );
  });

  test('for a change in another lane, and under other lanes', async () => {
    const bare = { 'lib/l': '1' };
    const names = [
      await inputsOf(bare, 'api'),
      await inputsOf(bare, 'web'),
      await inputsOf(bare, 'api', [...LANES, { name: 'docs', globs: ['*.md'] }]),
      await inputsOf(bare, 'api', [{ name: 'api', globs: ['/api/*'] }, ...LANES.slice(1)]),
    ];
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a link', () => {
  test.each([
    ['api/link', 'a'],
    ['api/link', './a'],
    ['api/link', '../lib/l'],
    ['api/link', '..//lib/'],
    ['lib/link', '../api'],
    ['link', 'lib/l'],
    ['lib/link', 'link'],
    ['api/link', '../lib'],
    // Whatever the other lane has.
    ['web/link', '../api/a'],
    ['web/link', '/etc/passwd'],
  ])('%s -> %s stays among the inputs', async (path, target) => {
    expect(await inputsOf({ ...BASE, [path]: `-> ${target}` })).not.toBeNull();
  });

  test.each([
    ['into another lane', 'api/link', '../web/w'],
    ['into another lane, from no lane', 'lib/link', '../web/w'],
    ['to a folder of another lane', 'api/link', '../web'],
    ['to a folder that holds another lane', 'api/link', '..'],
    ['to where another lane may have a file one day', 'api/link', '../web/new'],
    ['to nothing', 'api/link', 'nothing'],
    ['to nothing at all', 'api/link', ''],
    ['to a place outside', 'api/link', '/etc/passwd'],
    ['above the tree', 'api/link', '../../x'],
    ['above the tree and back', 'api/link', '../../repo/lib/l'],
    ['through what may be a link', 'api/link', 'x/../../lib/l'],
    ['behind a file', 'api/link', 'a/b'],
    ['in another case', 'api/link', '../Web/w'],
    ['by another separator', 'api/link', '..\\web\\w'],
    ['in no text', 'api/link', '\xff\xfe'],
    ['with a nul', 'api/link', 'a\0'],
    ['of a length that no system knows', 'api/link', './'.repeat(3_000) + 'a'],
  ])('%s makes the whole tree count', async (_, path, target) => {
    expect(await inputsOf({ ...BASE, [path]: `-> ${target}` })).toBeNull();
  });

  test('through a link to a folder makes the whole tree count', async () => {
    const files = { ...BASE, 'lib/dir': '-> ../lib/real', 'lib/real/f': '1' };
    expect(await inputsOf(files)).not.toBeNull();
    expect(await inputsOf({ ...files, 'api/link': '-> ../lib/dir/f' })).toBeNull();
  });

  test('among too many makes the whole tree count', async () => {
    const links = Array.from({ length: 2_001 }, (_, at) => [`api/l${at}`, '-> a'] as const);
    expect(await inputsOf({ ...BASE, ...Object.fromEntries(links) })).toBeNull();
  });
});
