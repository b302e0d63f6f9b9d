import { crowdFiles, crowdPath, type CrowdSize } from './crowd-edits.ts';
import {
  committingPerson,
  crowdDaemon,
  workOverCli,
  workOverMcp,
  type CrowdMember,
} from './crowd-agents.ts';
import { expectSoundCrowd, type CrowdEnds } from './crowd-verdict.ts';
import { tempRepo } from './temp-repo.ts';

const CONFIG = JSON.stringify({
  gates: [{ name: 'listed', run: ['test', '-f', crowdPath(0)] }],
  queue: { workers: 4 },
});

/**
 * Lets a crowd work on a repository of its own, every second agent over MCP and the others on the command line, beside a
 * person who commits, and expects that all is sound afterwards. `killEveryMs`: how often the daemon is killed meanwhile.
 */
export async function runCrowd(
  size: CrowdSize,
  killEveryMs: number | null,
): Promise<CrowdEnds & { readonly kills: number }> {
  using repo = tempRepo({
    files: { ...crowdFiles(size), 'notes.txt': 'none\n', 'sallyport.config.json': CONFIG },
  });
  const daemon = await crowdDaemon(repo, killEveryMs);
  let isOver = false;
  const person = committingPerson(repo, () => isOver);
  const work = (member: CrowdMember): Promise<void> =>
    member.agent % 2 === 0 ? workOverMcp(repo, member) : workOverCli(repo, member);
  try {
    await Promise.all(
      Array.from({ length: size.agents }, (_, agent) => work({ size, agent, daemon })),
    );
  } finally {
    isOver = true;
    await person;
    await daemon.stop();
  }
  return { ...expectSoundCrowd(repo, size, await person), kills: daemon.kills() };
}
