import { executableHash } from '../config/executable-hash.ts';
import { runRetryLoop, type RetryLoop } from '../intake/retry-loop.ts';
import { configAt } from '../pipeline/settings.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import { retryPacket } from '../reporters/retry-packet.ts';
import { askProgram } from './ask-program.ts';

/** Starts answering refusals by the program that the config names at the commit that a response was judged on. */
export const openRetryDoor = (context: PipelineContext, onSubmitted: () => void): RetryLoop => {
  const { repo, trust, env } = context;
  return runRetryLoop({
    ...context,
    configOf: ({ tip }) => configAt(repo, tip),
    isTrusted: (config) => trust.isTrusted(executableHash(config)),
    packetOf: retryPacket,
    run: (question) => askProgram(repo, env, question),
    onSubmitted,
  });
};
