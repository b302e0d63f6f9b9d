import { expect, test } from 'vitest';
import { NO_ENVELOPE } from '../../../src/core/formats/envelope.ts';
import { blobId } from '../../../src/core/model/content-hash.ts';
import { NO_SCOPE, type Edit } from '../../../src/core/model/edit.ts';
import { asOid } from '../../../src/core/model/ids.ts';
import { parseRepoPath } from '../../../src/core/model/repo-path.ts';
import type { Snapshot } from '../../../src/core/model/patch.ts';
import { requiredReads } from '../../../src/core/planning/required-reads.ts';

const bytes = Buffer.from('one\n');
const oid = asOid(blobId(bytes));
const snapshot: Snapshot = {
  base: null,
  tree: [{ path: 'a.txt', mode: '100644', oid }],
  files: new Map([['a.txt', { bytes, mode: '100644', oid }]]),
  ignored: new Set(),
  freshReads: new Set(),
};
const target = (spelt: string): Edit['target'] => {
  const path = parseRepoPath(spelt);
  if (!path.ok) throw new Error(spelt);
  return { spelt, path: path.value };
};
const origin = { block: 2, format: 'test', line: 3, endLine: 5 };
const write = (path: string): Edit => ({
  kind: 'write',
  origin,
  target: target(path),
  content: 'x\n',
});
const insert = (path: string): Edit => ({
  kind: 'insert',
  origin,
  target: target(path),
  afterLine: 1,
  text: 'x\n',
});
const replace = (path: string): Edit => ({
  kind: 'replace',
  origin,
  target: target(path),
  unit: 'lines',
  old: 'one',
  new: 'x',
  scope: NO_SCOPE,
});

test.each([
  ['a whole file over an existing one', write('a.txt'), [], ['whole-file']],
  ['a number-only edit of an existing file', insert('a.txt'), [], ['number-only']],
  ['a whole file that was read', write('a.txt'), ['a.txt'], []],
  ['a new file', write('b.txt'), [], []],
  ['an anchored edit', replace('a.txt'), [], []],
] as const)('%s', (_name, edit, fresh, reasons) => {
  const decoded = {
    envelope: NO_ENVELOPE,
    edits: [edit],
    spans: [],
    rejections: [],
    holds: [],
    notes: [],
  };
  const found = requiredReads(decoded, snapshot, new Set(fresh));
  expect(found).toEqual(
    reasons.map((reason) => ({
      code: 'read-required',
      reason,
      path: 'a.txt',
      block: 2,
      responseLines: [3, 5],
    })),
  );
});
