import { expect, test } from 'vitest';
import { examineSandbox } from '../../../src/cli/examine-sandbox.ts';
import { DEFAULT_CONFIG } from '../../../src/config/defaults.ts';
import type { Sandbox, SandboxProbe } from '../../../src/exec/sandbox.ts';

const sandbox = (boundsFiles: boolean): SandboxProbe => ({
  sandbox: {
    name: 'bubblewrap',
    boundsFiles,
    endsAll: true,
    wrap: (request) => request,
  } satisfies Sandbox,
});
const NONE: SandboxProbe = { sandbox: null, reason: 'bubblewrap is not installed' };

test.each([
  ['auto', sandbox(true), 'fine', /^bubblewrap confines the gates; each command may take \d+ MB/],
  ['auto', sandbox(false), 'worth', /temporary folders take memory without a bound$/],
  ['auto', NONE, 'worth', /^gates run without a sandbox: bubblewrap is not installed; each/],
  ['required', NONE, 'broken', /^the config requires one, so that no gate runs/],
  ['required', sandbox(true), 'fine', /^bubblewrap confines the gates/],
  ['off', sandbox(true), 'worth', /^the config turns it off: gates may write wherever you may/],
] as const)('%s', (mode, probe, verdict, found) => {
  const check = examineSandbox({ ...DEFAULT_CONFIG, sandbox: mode }, probe);
  expect(check).toMatchObject({ verdict, found: expect.stringMatching(found) as string });
  expect(check.advice === null).toBe(verdict === 'fine');
});
