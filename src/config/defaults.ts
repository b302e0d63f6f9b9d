import { DEFAULT_STALE } from '../core/planning/seen.ts';
import { DEFAULT_LIMITS } from '../core/policies/limits.ts';
import type { Config, GateConfig } from './config.ts';

/** Name of the config file, at the repository's root. */
export const CONFIG_FILE = 'sallyport.config.json';

/** What holds where a gate says nothing. */
export const DEFAULT_GATE: Omit<GateConfig, 'name' | 'run'> = {
  files: [],
  inputs: 'tree',
  timeout: 300,
  when: ['landing', 'commit', 'push'],
  fix: null,
  required: true,
  network: false,
  regressionProof: false,
};

/** What holds where `prime` is a command and says no more. */
export const DEFAULT_PRIME_COMMAND = {
  keys: [
    '/package-lock.json',
    '/npm-shrinkwrap.json',
    '/yarn.lock',
    '/pnpm-lock.yaml',
    '/bun.lock',
    '/bun.lockb',
    '/poetry.lock',
    '/uv.lock',
    '/Pipfile.lock',
    '/requirements*.txt',
    '/Gemfile.lock',
    '/composer.lock',
    '/Cargo.lock',
    '/go.sum',
  ],
  folders: ['node_modules'],
  timeout: 900,
  network: true,
};

/** Where the daemon listens over HTTP where nobody names a port. */
export const DEFAULT_HTTP_PORT = 7451;

/** What holds where there is no config file. */
export const DEFAULT_CONFIG: Config = {
  target: null,
  inbox: '.sallyport/inbox',
  limits: DEFAULT_LIMITS,
  protected: [],
  protectedDefaults: true,
  requireReads: 'agents',
  stale: DEFAULT_STALE,
  gates: [],
  prime: { mode: 'auto' },
  sandbox: 'auto',
  resources: { memory: 'auto', processes: 2000 },
  land: { mode: 'branch', sign: 'available', message: 'response', author: null },
  queue: { workers: 'cores', window: null, lanes: [] },
  retry: { max: 3, command: null, timeout: 600, env: [] },
  branches: { watch: true, pattern: 'sallyport/submit' },
  agents: [],
  guard: 'off',
  hooks: { onFault: 'refuse' },
  http: null,
  view: true,
  env: [],
  retention: { quota: 1024 * 1024 * 1024, branches: null },
};
