import type { Sandbox, SandboxProbe } from './sandbox.ts';

/** How gates are run on this machine. */
export interface SandboxChoice {
  readonly sandbox: Sandbox | null;
  /** Set where gates must not run: why. */
  readonly refusal?: string;
  /** Set where gates run without one although one is wanted: what a person should know. */
  readonly warning?: string;
}

/** Decides by the config's `sandbox` and by what the probe found. */
export function chooseSandbox(
  mode: 'auto' | 'required' | 'off',
  probe: SandboxProbe,
): SandboxChoice {
  if (mode === 'off') return { sandbox: null };
  if (probe.sandbox !== null) return { sandbox: probe.sandbox };
  if (mode === 'required') {
    return { sandbox: null, refusal: `a sandbox is required, and ${probe.reason}` };
  }
  return { sandbox: null, warning: `gates run without a sandbox: ${probe.reason}` };
}
