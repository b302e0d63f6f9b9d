import { executableHash } from '../config/executable-hash.ts';
import { runRetryLoop } from '../intake/retry-loop.ts';
import { configAt } from '../pipeline/settings.ts';
import type { PipelineContext } from '../pipeline/pipeline-context.ts';
import { retryPacket } from '../reporters/retry-packet.ts';
import { askProgram } from './ask-program.ts';

/** Starts answering refusals by the program that the config names at the commit that a response was judged on. */
export function openRetryDoor(
  context: PipelineContext,
  onSubmitted: () => void,
): { readonly close: () => Promise<void> } {
  const { repo, store, trust, env } = context;
  const loop = runRetryLoop({
    ...context,
    configOf: ({ tip }) => configAt(repo, tip),
    isTrusted: (config) => trust.isTrusted(executableHash(config)),
    packetOf: retryPacket,
    run: (question) => askProgram(repo, env, question),
    onSubmitted,
  });
  // What is refused for its content is refused by this process.
  const unsubscribe = store.ledger.subscribe(loop.wake);
  return {
    close: async () => {
      unsubscribe();
      await loop.close();
    },
  };
}
