import type { Config } from '../config/config.ts';
import { chooseSandbox } from '../exec/choose-sandbox.ts';
import { gateEnvironment } from '../exec/environment.ts';
import { probeSandbox, type Sandbox, type SandboxProbe } from '../exec/sandbox.ts';
import { toolchainFingerprint } from '../exec/toolchain.ts';

/** Where and with what gates run on this machine, under one config. */
export interface GatePlace {
  readonly env: Readonly<Record<string, string>>;
  readonly sandbox: Sandbox | null;
  /** Why gates must not run here at all; absent: they may. */
  readonly refusal?: string;
  /** Names what gates are run with, for results that are kept. */
  readonly toolchain: string;
}

/** A probe runs a real command, and what it finds does not change while a process lives. */
const probes = new Map<string, Promise<SandboxProbe>>();

/** Looks the machine over. `own` is this process's environment. */
export async function gatePlace(
  own: Readonly<Record<string, string | undefined>>,
  config: Config,
): Promise<GatePlace> {
  const env = gateEnvironment(own, config.env);
  const programs = config.gates.flatMap(({ run }) =>
    run.kind === 'words' ? run.words.slice(0, 1) : [],
  );
  const toolchain = toolchainFingerprint(programs, env);
  if (config.sandbox === 'off') return { env, toolchain, sandbox: null };
  const path = env['PATH'] ?? '';
  const probe = probes.get(path) ?? probeSandbox(env);
  probes.set(path, probe);
  const { sandbox, refusal } = chooseSandbox(config.sandbox, await probe);
  return { env, toolchain, sandbox, ...(refusal === undefined ? {} : { refusal }) };
}
