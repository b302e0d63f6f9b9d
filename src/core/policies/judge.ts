import type { PolicyContext, PolicyFindings } from './policy.ts';

/** All policies of the registry over one patch; every finding, in registry order. */
export function judge(context: PolicyContext): PolicyFindings {
  void context;
  throw new Error('judge: not built');
}
