import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { LandingJournal } from '../../src/core/lifecycle/landing-intent.ts';
import type { BranchRef, Oid, SubmissionId } from '../../src/core/model/ids.ts';
import { asOid } from '../../src/core/model/ids.ts';
import { land, type LandingStep, type LandOutcome } from '../../src/git/landing.ts';
import type { Candidate } from '../../src/git/candidate.ts';
import { openRepository, type Repository } from '../../src/git/repository.ts';
import { candidateOf, MAIN, permitFor, sub, type Wanted } from './candidates.ts';
import { fileJournal } from './file-journal.ts';
import type { TempRepo } from './temp-repo.ts';

let landings = 0;

/** A repository with what a landing needs. */
export interface LandingBench {
  readonly temp: TempRepo;
  readonly repo: Repository;
  readonly journal: LandingJournal;
  readonly candidate: (
    wanted: Readonly<Record<string, Wanted>>,
    number?: number,
  ) => Promise<Candidate>;
  /** Builds a candidate on the target's tip and lands it. */
  readonly land: (
    wanted: Readonly<Record<string, Wanted>>,
    options?: { readonly target?: BranchRef; readonly onStep?: (step: LandingStep) => void },
  ) => Promise<LandOutcome>;
  readonly landCandidate: (
    candidate: Candidate,
    previous: Oid | null,
    onStep?: (step: LandingStep) => void,
  ) => Promise<LandOutcome>;
  readonly tip: (target?: string) => Oid | null;
}

export async function landingBench(temp: TempRepo, dir: string = temp.dir): Promise<LandingBench> {
  const repo = await openRepository(dir);
  const journal = fileJournal(join(temp.root, 'journal'));
  const tip = (target: string = MAIN): Oid | null => {
    const found = temp.tryGit('rev-parse', '--verify', '--quiet', target);
    return found.code === 0 ? asOid(found.said.trim()) : null;
  };
  const landAs = async (
    submission: SubmissionId,
    candidate: Candidate,
    where: { target: BranchRef; previous: Oid | null; onStep?: (step: LandingStep) => void },
  ): Promise<LandOutcome> => {
    landings += 1;
    const { onStep, ...place } = where;
    return await land(
      repo,
      { submission, landing: `l${landings}`, permit: permitFor(candidate, submission), ...place },
      { journal, ...(onStep === undefined ? {} : { onStep }) },
    );
  };
  return {
    temp,
    repo,
    journal,
    tip,
    candidate: async (wanted, number = 1) => await candidateOf(repo, tip(), wanted, sub(number)),
    land: async (wanted, options = {}) => {
      const target = options.target ?? MAIN;
      const previous = tip(target);
      const submission = sub(landings + 100);
      const candidate = await candidateOf(repo, previous, wanted, submission);
      return await landAs(submission, candidate, { ...options, target, previous });
    },
    landCandidate: async (candidate, previous, onStep) =>
      await landAs(sub(1), candidate, {
        target: MAIN,
        previous,
        ...(onStep === undefined ? {} : { onStep }),
      }),
  };
}

/** What must hold after every landing: no lock, no draft, sound objects; only `dirt` differs in the checkout. */
export function expectSound(bench: LandingBench, dirt: readonly string[] = [], dir?: string): void {
  const { temp } = bench;
  const where = dir ?? temp.dir;
  expect(temp.status(where)).toEqual(dirt);
  if (dirt.length === 0) temp.gitIn(where, 'diff', '--quiet');
  if (dirt.length === 0) temp.gitIn(where, 'diff', '--cached', '--quiet');
  temp.fsck();
  const gitDir = temp.gitIn(where, 'rev-parse', '--absolute-git-dir');
  const left = readdirSync(gitDir).filter((name) => /^sallyport-|\.lock$/.test(name));
  expect(left).toEqual([]);
  expect(bench.journal.open()).toEqual([]);
}
