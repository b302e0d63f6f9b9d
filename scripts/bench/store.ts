import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BranchRef } from '../../src/core/model/ids.ts';
import { createInbox } from '../../src/store/inbox.ts';
import { openStore } from '../../src/store/open-store.ts';
import { atMost, shown, type BenchGroup, type BenchLine } from './bench-group.ts';
import { median } from './measure.ts';

const ROUNDS = 15;
const WRITES = 40;

function perCall(work: (call: number) => void): number {
  const start = performance.now();
  for (let call = 0; call < WRITES; call += 1) work(call);
  return (performance.now() - start) / WRITES;
}

/** Durable transitions against a bare write of 4 KB and its fdatasync on the same disk, in turn. By the clock: both wait. */
function transitions(dir: string): readonly BenchLine[] {
  const store = openStore(join(dir, 'state'), () => 1_700_000_000_000);
  const inbox = createInbox(store);
  const file = openSync(join(dir, 'bare'), 'w');
  const page = Buffer.alloc(4096, 1);
  const target = 'refs/heads/main' as BranchRef;
  const samples: { readonly record: number; readonly bare: number }[] = [];
  let count = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids = Array.from({ length: WRITES }, () => {
      count += 1;
      return inbox.submit({
        name: 'bench',
        source: 'cli',
        author: { name: 'Ann Author', email: 'ann@example.com', agent: null },
        payload: Buffer.from(`payload ${count}`),
        target: null,
        parent: null,
        claimKey: null,
      }).id;
    });
    const record = perCall((call) => {
      const id = ids[call];
      if (id !== undefined) store.ledger.record(id, { type: 'Claimed', target, tip: null });
    });
    const bare = perCall(() => {
      writeSync(file, page);
      fdatasyncSync(file);
    });
    samples.push({ record, bare });
  }
  closeSync(file);
  store.close();
  const record = median(samples.map((sample) => sample.record));
  return [
    atMost('durable transition', median(samples.map((sample) => sample.record / sample.bare)), {
      unit: 'x write + fdatasync',
      target: 2,
    }),
    shown('durable transitions', 1000 / record, 'a second'),
    shown('bare writes', 1000 / median(samples.map((sample) => sample.bare)), 'a second'),
  ];
}

/** What is durable costs one wait for the disk. */
export const store: BenchGroup = {
  name: 'store',
  about: 'durable transitions against bare writes',
  isOptional: false,
  run: () => {
    const dir = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
    try {
      return Promise.resolve(transitions(dir));
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  },
};
