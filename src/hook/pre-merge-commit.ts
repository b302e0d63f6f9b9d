import type { HookCall, HookEnd } from './hook-call.ts';
import { judgeCommitting } from './pre-commit.ts';

/** `pre-merge-commit`: judges what whoever merges has put in, as `pre-commit` would. */
export const preMergeCommit = (call: HookCall): Promise<HookEnd> =>
  judgeCommitting(call, 'pre-merge-commit');
