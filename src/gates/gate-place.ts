import type { Config } from '../config/config.ts';
import { gateEnvironment } from '../exec/environment.ts';
import { toolchainFingerprint } from '../exec/toolchain.ts';
import type { UsageBounds } from '../exec/usage-watch.ts';
import { probeSandbox, type Sandbox, type SandboxProbe } from '../exec/sandbox.ts';
import { usageBounds } from './usage-bounds.ts';

/** Where and with what gates run on this machine, under one config. */
export interface GatePlace {
  readonly env: Readonly<Record<string, string>>;
  readonly sandbox: Sandbox | null;
  readonly bounds: UsageBounds;
  /** Why gates must not run here at all; null: they may. */
  readonly refusal: string | null;
  /** Names what gates are run with, for results that are kept. */
  readonly toolchain: string;
}

/** The machine does not change while a process lives; a probe runs a real command, so it is asked once. */
const probes = new Map<string, Promise<SandboxProbe>>();

/** Looks the machine over, once per process and environment. `own` is this process's environment. */
export async function gatePlace(
  own: Readonly<Record<string, string | undefined>>,
  config: Config,
): Promise<GatePlace> {
  const env = gateEnvironment(own, config.env);
  const common = {
    env,
    toolchain: toolchainFingerprint(programsOf(config), env),
    bounds: usageBounds(config),
  };
  if (config.sandbox === 'off') return { ...common, sandbox: null, refusal: null };
  const path = env['PATH'] ?? '';
  const known = probes.get(path) ?? probeSandbox(env);
  probes.set(path, known);
  const probe = await known;
  if (probe.sandbox !== null) return { ...common, sandbox: probe.sandbox, refusal: null };
  const refusal =
    config.sandbox === 'required'
      ? `the config requires a sandbox, and there is none: ${probe.reason}`
      : null;
  return { ...common, sandbox: null, refusal };
}

const programsOf = ({ gates }: Config): readonly string[] =>
  gates.flatMap(({ run }) => (run.kind === 'words' ? run.words.slice(0, 1) : []));
