import { DEFAULT_PROTECTED } from '../core/policies/protected-defaults.ts';
import type { ProtectedRule } from '../core/policies/policy.ts';
import type { Config } from './config.ts';

/**
 * The protected paths in force: the built-in ones, unless the config turns them off, and the config's own. What a prime
 * command fetches over the network is decided by its lock files: those are protected in any case.
 */
export const protectedRulesOf = ({
  protectedDefaults,
  prime,
  ...config
}: Config): readonly ProtectedRule[] => [
  ...(protectedDefaults ? DEFAULT_PROTECTED : []),
  ...(prime.mode === 'command' && prime.network ? prime.keys : [])
    .filter((glob) => !glob.startsWith('!'))
    .map((glob) => ({ glob, action: 'hold' as const })),
  ...config.protected,
];
