import type { PolicyFindings } from './policy.ts';

const NO_FINDINGS: PolicyFindings = { rejections: [], holds: [], notes: [] };

export const findings = (some: Partial<PolicyFindings>): PolicyFindings => ({
  ...NO_FINDINGS,
  ...some,
});
