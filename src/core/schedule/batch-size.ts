const MOST = 16;

/**
 * Members of a batch: so many that, over all runs under way, about eight in ten would be without a failure. Batches pay
 * below some 5 to 10 % of failures; above, and with many slots, this comes to 1. `failRate` is from 0 to 1.
 */
export function batchSize(failRate: number, slots: number, most: number = MOST): number {
  const risk = failRate * slots;
  if (risk <= 0) return most;
  return Math.min(most, Math.max(1, Math.floor(0.8 / risk)));
}
