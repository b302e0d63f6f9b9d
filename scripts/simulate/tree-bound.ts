import { Heap } from '../../src/core/schedule/heap.ts';

/**
 * Decisions that can be hoped for in one gate time where each submission fails with probability `fail` and affects all
 * behind it, and where a run tells nothing but the verdict on the tree that it was about: each of the runs assumes an
 * outcome of those before, and counts if that comes true. No choice of runs has a greater sum of such probabilities than
 * the likeliest ones.
 */
export function treeBound(runs: number, fail: number): number {
  const likeliest = new Heap<number>((one, other) => one > other);
  likeliest.push(1);
  let sum = 0;
  for (let run = 0; run < runs; run += 1) {
    const probability = likeliest.pop() ?? 0;
    sum += probability;
    likeliest.push(probability * (1 - fail));
    likeliest.push(probability * fail);
  }
  return sum;
}
