import type { Note } from '../core/model/rejection.ts';
import type { Lease } from '../store/leases.ts';
import type { GivenReading, Reads } from '../store/reads.ts';

/**
 * Says loudly which leases of the author ran out before the submission came in, and who took one of the same lines since.
 * It refuses nothing: what is correct rests on the reads. `submittedAt` is milliseconds since the epoch.
 */
export function lostLeases(
  reads: Pick<Reads, 'leasesOf'>,
  readings: readonly GivenReading[],
  submittedAt: number,
): readonly Note[] {
  return readings
    .flatMap(({ leases }) => leases)
    .filter(({ expires }) => expires < submittedAt)
    .map((lease) => ({
      code: 'lease-lost',
      path: lease.path,
      text: textOf(lease, reads.leasesOf(lease.path, submittedAt), submittedAt),
    }));
}

function textOf(lease: Lease, others: readonly Lease[], submittedAt: number): string {
  const minutes = Math.max(1, Math.round((submittedAt - lease.expires) / 60_000));
  const taken = others.filter((other) => other.token !== lease.token);
  const by =
    taken.length === 0
      ? ''
      : ` Since then ${taken.map(({ reader }) => JSON.stringify(reader.agent ?? reader.name)).join(' and ')} took one.`;
  return `LEASE LOST: the lease on ${placeOf(lease)} ran out ${minutes} min before this was handed in.${by} Others may have changed it meanwhile.`;
}

/** `"src/a.ts"`, or `"src/a.ts", lines 10 to 40`. */
const placeOf = ({ path, window }: Pick<Lease, 'path' | 'window'>): string =>
  window === null
    ? JSON.stringify(path)
    : `${JSON.stringify(path)}, lines ${window[0]} to ${window[1]},`;
