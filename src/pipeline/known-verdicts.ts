import { changedFiles } from '../core/apply/changed-files.ts';
import type { GateConfig } from '../config/config.ts';
import { isAbout, skippedGate, type JudgedGate } from '../gates/judge-gate.ts';
import type { Candidate } from '../git/candidate.ts';
import { listTree } from '../git/snapshot.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { verdictPlace } from './verdict-place.ts';
import { placeOf, requireConfig, requirePatch, type Work } from './work.ts';

/**
 * What every gate says of a candidate, where all of that is known without a run and without a tree to run in: an earlier
 * verdict on the same inputs, or nothing to do. Null: something has to run.
 */
export async function knownVerdicts(
  context: PipelineContext,
  work: Work,
  candidate: Candidate,
): Promise<readonly JudgedGate[] | null> {
  const config = requireConfig(work);
  const { patch } = requirePatch(work);
  if ((await placeOf(context, work)).refusal !== null) return null;
  const prime =
    work.candidate?.prime.status ??
    context.primes.find(config.prime, await listTree(context.repo, candidate.commit));
  if (prime === null) return null;
  const changed = changedFiles(patch);
  const place = await verdictPlace(context, work, { candidate, prime });
  const isLeftOut = (gate: GateConfig): JudgedGate | null => {
    const wantsProof =
      gate.regressionProof && place.isFix && changed.some((each) => isAbout(gate, each));
    return wantsProof ? null : skippedGate(gate, { changed, tests: work.radius });
  };
  const known: JudgedGate[] = [];
  for (const gate of config.gates.filter(({ when }) => when.includes('landing'))) {
    const judged = isLeftOut(gate) ?? context.verdicts.find(gate, place);
    if (judged === null) return null;
    known.push(judged);
  }
  return known;
}
