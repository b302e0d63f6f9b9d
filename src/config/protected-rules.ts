import { DEFAULT_PROTECTED } from '../core/policies/protected-defaults.ts';
import type { ProtectedRule } from '../core/policies/policy.ts';
import type { Config } from './config.ts';

/** The protected paths in force: the built-in ones, unless the config turns them off, and the config's own. */
export const protectedRulesOf = (config: Config): readonly ProtectedRule[] => [
  ...(config.protectedDefaults ? DEFAULT_PROTECTED : []),
  ...config.protected,
];
