import type { Config } from '../config/config.ts';
import type { SandboxProbe } from '../exec/sandbox.ts';
import { usageBounds } from '../gates/usage-bounds.ts';
import type { Check } from './examine.ts';

/** What confines and bounds the commands of a config on this machine, and what to do where nothing does. */
export function examineSandbox(config: Config, probe: SandboxProbe): Omit<Check, 'name'> {
  const { memoryBytes, processes } = usageBounds(config);
  const bounds = `each command may take ${Math.round(memoryBytes / 1024 / 1024)} MB of memory and ${processes} processes`;
  if (config.sandbox === 'off') {
    return {
      verdict: 'worth',
      found: `the config turns it off: gates may write wherever you may; ${bounds}`,
      advice: 'set "sandbox" to "auto", or leave it out',
    };
  }
  if (probe.sandbox === null) {
    const isRequired = config.sandbox === 'required';
    return {
      verdict: isRequired ? 'broken' : 'worth',
      found: isRequired
        ? `the config requires one, so that no gate runs: ${probe.reason}`
        : `gates run without a sandbox: ${probe.reason}; ${bounds}`,
      advice: isRequired
        ? 'install bubblewrap (Linux)'
        : 'install bubblewrap (Linux), or set "sandbox": "required" to refuse to run without',
    };
  }
  const found = `${probe.sandbox.name} confines the gates; ${bounds}`;
  return probe.sandbox.boundsFiles
    ? { verdict: 'fine', found, advice: null }
    : {
        verdict: 'worth',
        found: `${found}; files in their temporary folders take memory without a bound`,
        advice: 'install a bubblewrap that knows --size',
      };
}
