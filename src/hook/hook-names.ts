import type { HookCall, HookEnd } from './hook-call.ts';

/** One hook that sallyport has: a shim of the same name in `hooks/` starts its handler, where it has to. */
export interface Hook {
  readonly name: HookName;
  /** Who runs it: whoever commits or pushes, whatever moves a ref on this machine, or a server that receives a push. */
  readonly side: 'author' | 'refs' | 'server';
  /** Loads the handler alone: a hook is on somebody's way, and starts as little as it can. */
  readonly load: () => Promise<(call: HookCall) => Promise<HookEnd>>;
}

export type HookName =
  | 'pre-commit'
  | 'pre-merge-commit'
  | 'commit-msg'
  | 'pre-push'
  | 'reference-transaction'
  | 'pre-receive';

/** Every hook. A new one is a shim, a handler and a line here. */
export const HOOKS: readonly Hook[] = [
  {
    name: 'pre-commit',
    side: 'author',
    load: async () => (await import('./pre-commit.ts')).preCommit,
  },
  {
    name: 'pre-merge-commit',
    side: 'author',
    load: async () => (await import('./pre-merge-commit.ts')).preMergeCommit,
  },
  {
    name: 'commit-msg',
    side: 'author',
    load: async () => (await import('./commit-msg.ts')).commitMsg,
  },
  {
    name: 'pre-push',
    side: 'author',
    load: async () => (await import('./pre-push.ts')).prePush,
  },
  {
    name: 'reference-transaction',
    side: 'refs',
    load: async () => (await import('./guard/reference-transaction.ts')).referenceTransaction,
  },
  {
    name: 'pre-receive',
    side: 'server',
    load: async () => (await import('./server/pre-receive.ts')).preReceive,
  },
];

/** The hook of a name; null for one that sallyport does not have. */
export const hookNamed = (name: string): Hook | null =>
  HOOKS.find((hook) => hook.name === name) ?? null;
