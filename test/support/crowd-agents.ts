import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openStore } from '../../src/store/open-store.ts';
import { editsOfAgent, type CrowdSize } from './crowd-edits.ts';
import { startAgent } from './mcp-client.ts';
import { replaceBlock, sallyport, startDaemon, type RunningDaemon } from './sallyport-command.ts';
import type { TempRepo } from './temp-repo.ts';

/** The daemon of a crowd's repository, which may be gone for a while. */
export interface CrowdDaemon {
  /** Settles as soon as one runs. */
  readonly present: () => Promise<unknown>;
  /** Times that it was killed. */
  readonly kills: () => number;
  /** No more kills; the one that runs is ended in order. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the daemon; with `killEveryMs` it is ended the hard way so often, and started again: but never before some
 * submissions ended since the last time, so that a slow machine gets on too.
 */
export async function crowdDaemon(
  repo: TempRepo,
  killEveryMs: number | null = null,
): Promise<CrowdDaemon> {
  let running: Promise<RunningDaemon> = startDaemon(repo);
  await running;
  const over = new AbortController();
  const store = openStore(join(repo.dir, '.git', 'sallyport'), Date.now);
  const ends = (): number => store.ledger.list({ states: ['landed', 'rejected'] }).length;
  let [kills, endsBefore] = [0, 0];
  const killing = (async () => {
    if (killEveryMs === null) return;
    while (!over.signal.aborted) {
      await pause(killEveryMs, null, { signal: over.signal }).catch(() => null);
      if (over.signal.aborted) return;
      if (ends() < endsBefore + ENDS_BETWEEN_KILLS) continue;
      endsBefore = ends();
      const daemon = await running;
      running = daemon.kill().then(() => startDaemon(repo));
      kills += 1;
      await running;
    }
  })();
  return {
    present: () => running,
    kills: () => kills,
    stop: async () => {
      over.abort();
      await killing;
      await (await running).stop();
      store.close();
    },
  };
}

const ENDS_BETWEEN_KILLS = 4;

/** Looks at a submission that are no hang: each waits for as long as a call may. */
const MAX_LOOKS = 200;

/** An agent on MCP, with the official client: reads, edits, hands in, waits. */
export async function workOverMcp(
  repo: TempRepo,
  { size, agent, daemon }: CrowdMember,
): Promise<void> {
  await using client = await startAgent(repo, { name: `agent-${agent}` });
  for (const { path, old, new: text } of editsOfAgent(size, agent)) {
    const { data } = await client.call('read', { paths: [path] });
    const edits = [{ path, old, new: text }];
    const submitted = await client.call('submit', { edits, tokens: [data['token']] });
    if (submitted.isError) throw new Error(submitted.text);
    const { id } = submitted.data;
    await untilEnded(String(id), daemon, async () => {
      const answer = await client.call('wait', { id });
      return ENDED.has(String(answer.data['state']));
    });
  }
}

/** An agent on the command line: one process an edit, and more only where the daemon went away meanwhile. */
export async function workOverCli(
  repo: TempRepo,
  { size, agent, daemon }: CrowdMember,
): Promise<void> {
  const env = { AI_AGENT: `agent-${agent}` };
  const look = async (args: readonly string[], input?: string) => {
    const { stdout, stderr } = await sallyport(repo, args, {
      env,
      ...(input === undefined ? {} : { input }),
    });
    if (stdout === '') throw new Error(stderr);
    const { id, state } = JSON.parse(stdout) as { readonly id: string; readonly state: string };
    return { id, hasEnded: ENDED.has(state) };
  };
  for (const { path, old, new: text } of editsOfAgent(size, agent)) {
    const handed = await look(['submit', '--wait', '--json'], replaceBlock(path, old, text));
    if (handed.hasEnded) continue;
    await untilEnded(
      handed.id,
      daemon,
      async () => (await look(['wait', handed.id, '--json'])).hasEnded,
    );
  }
}

/** One of the crowd. */
export interface CrowdMember {
  readonly size: CrowdSize;
  readonly agent: number;
  readonly daemon: CrowdDaemon;
}

/** A landing that waits for the checkout goes on by itself: whoever wants to know how it ends looks again. */
const ENDED: ReadonlySet<string> = new Set(['landed', 'rejected', 'failed']);

async function untilEnded(
  id: string,
  daemon: CrowdDaemon,
  look: () => Promise<boolean>,
): Promise<void> {
  for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
    await daemon.present();
    if (await look()) return;
  }
  throw new Error(`${id} has not ended after ${MAX_LOOKS} looks`);
}

/** A person who commits in the checkout that the landings go to, until told to stop; their commits. */
export async function committingPerson(
  repo: TempRepo,
  isOver: () => boolean,
): Promise<readonly string[]> {
  const commits: string[] = [];
  for (let at = 0; !isOver(); at += 1) {
    writeFileSync(join(repo.dir, 'notes.txt'), `note ${at}\n`);
    // A landing may hold the index just now: git says so, and a person tries again.
    while (repo.tryGit('commit', '-q', '-m', `note ${at}`, '--', 'notes.txt').code !== 0) {
      await pause(50);
    }
    commits.push(repo.git('log', '-1', '--format=%H', `--grep=^note ${at}$`));
    await pause(2_000);
  }
  return commits;
}
