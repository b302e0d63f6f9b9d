import { execFileSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { asOid } from '../../src/core/model/ids.ts';
import { gateEnvironment } from '../../src/exec/environment.ts';
import { runProcess } from '../../src/exec/run-process.ts';
import { probeSandbox } from '../../src/exec/sandbox.ts';
import type { Overuse, UsageBounds } from '../../src/exec/usage-watch.ts';
import { closeRepository, openRepository } from '../../src/git/repository.ts';
import { restoreScratch } from '../../src/git/restore-scratch.ts';
import { scratchChanges } from '../../src/git/scratch-changes.ts';
import { createScratch, removeScratch } from '../../src/git/worktrees.ts';

/*
 * A process for tests of the sandbox under another user: takes one request as JSON on standard input, does it with the
 * product's own parts and prints how it ended.
 */

/** What to do. `script` is for `sh`; absent: only the probe. */
export interface ConfinedRequest {
  readonly script?: string;
  /** The home folder of whoever runs it. */
  readonly home: string;
  /** Where it runs; or a scratch worktree of the HEAD of `repository`. */
  readonly worktree?: string;
  readonly repository?: string;
  readonly timeoutMs?: number;
  readonly bounds?: UsageBounds;
  /** Not confined at all: shows that a test could fail. */
  readonly isFree?: boolean;
}

export interface ConfinedEnd {
  /** Why there is no sandbox; null where there is. */
  readonly missing: string | null;
  readonly user: number;
  readonly ended: string;
  readonly code: number | null;
  /** What it took too much of, where it did. */
  readonly over: Overuse | null;
  readonly out: string;
  /** Of a scratch worktree, after the script: changed paths, what was restored, and changed paths after that. */
  readonly changes: readonly (readonly string[])[];
}

const request = JSON.parse(await text(process.stdin)) as ConfinedRequest;
const env = { ...gateEnvironment(process.env, []), HOME: request.home };
const probe = await probeSandbox(env);
const missing = probe.sandbox === null ? probe.reason : null;
const user = process.getuid?.() ?? -1;

const run = async (worktree: string, places: { readOnly: string[]; hidden: string[] }) => {
  const plain = { command: 'sh', args: ['-c', request.script ?? 'exit 0'], env };
  if (probe.sandbox === null && request.isFree !== true) throw new Error(probe.reason);
  const command =
    request.isFree === true || probe.sandbox === null
      ? plain
      : probe.sandbox.wrap({
          ...plain,
          ...places,
          worktree,
          hasNetwork: false,
          memoryBytes: request.bounds?.memoryBytes,
        });
  const end = await runProcess({
    ...command,
    cwd: worktree,
    timeoutMs: request.timeoutMs ?? 60_000,
    maxOutputBytes: 10_000,
    graceMs: 200,
    ...(request.bounds === undefined ? {} : { bounds: request.bounds }),
  });
  const code = end.ended === 'exit' ? end.code : null;
  const out = end.stdout.toString() + end.stderr.toString();
  const over = end.ended === 'over-bounds' ? end.over : null;
  return { missing, user, ended: end.ended, code, over, out };
};

async function runInScratch(directory: string): Promise<ConfinedEnd> {
  const repo = await openRepository(directory);
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: directory, encoding: 'utf8' });
  const scratch = await createScratch(repo, { name: 'gate', commit: asOid(head.trim()) });
  try {
    const end = await run(scratch.path, { readOnly: [repo.commonDir], hidden: [repo.stateDir] });
    const changes = [
      await scratchChanges(repo, scratch),
      await restoreScratch(repo, scratch),
      await scratchChanges(repo, scratch),
    ];
    // What anybody's git would do there: the traps are real.
    if (request.isFree === true) execFileSync('git', ['status'], { cwd: scratch.path });
    return { ...end, changes };
  } finally {
    await removeScratch(repo, scratch);
    await closeRepository(repo);
  }
}

async function runRequest(): Promise<ConfinedEnd> {
  if (request.script === undefined) {
    return { missing, user, ended: 'probe', code: null, over: null, out: '', changes: [] };
  }
  if (request.repository !== undefined) return runInScratch(request.repository);
  return { ...(await run(request.worktree ?? '/', { readOnly: [], hidden: [] })), changes: [] };
}

process.stdout.write(JSON.stringify(await runRequest()));
