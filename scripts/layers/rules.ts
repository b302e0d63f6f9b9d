import type { SourceImport } from './read-imports.ts';

/** A layer's allowance: which other layers of `src` it may import, and why no more. */
interface LayerRule {
  readonly layer: string;
  readonly mayImport: readonly string[];
  readonly reason: string;
}

/** A package that one file (or folder) of `src` owns. */
interface OwnerRule {
  readonly package: string;
  readonly owner: string;
  readonly reason: string;
}

const ALL_BUT_CLI = [
  'core',
  'exec',
  'config',
  'git',
  'gates',
  'store',
  'pipeline',
  'intake',
  'reporters',
  'dashboard',
];

export const LAYER_RULES: readonly LayerRule[] = [
  {
    layer: 'core',
    mayImport: [],
    reason: 'the core is values in, values out: it can be used and tested without a machine',
  },
  {
    layer: 'exec',
    mayImport: ['core'],
    reason: 'running a process knows nothing of git, gates or the store',
  },
  {
    layer: 'config',
    mayImport: ['core'],
    reason: 'config reads files and commits through a reader that is passed in',
  },
  {
    layer: 'store',
    mayImport: ['core'],
    reason: 'the ledger records events; what they mean is decided in the core',
  },
  {
    layer: 'git',
    mayImport: ['core', 'exec'],
    reason: 'git calls take plain values, so that every caller can use them',
  },
  {
    layer: 'gates',
    mayImport: ['core', 'exec', 'config', 'git'],
    reason: 'gates judge trees; they never see the ledger',
  },
  {
    layer: 'pipeline',
    mayImport: ['core', 'config', 'git', 'gates', 'store'],
    reason: 'steps move submissions; how they came in or are shown is not their concern',
  },
  {
    layer: 'intake',
    mayImport: ['core', 'config', 'store', 'git'],
    reason: 'a door only calls the inbox; it must not reach into the pipeline',
  },
  {
    layer: 'reporters',
    mayImport: ['core', 'store'],
    reason: 'a reporter shows what the ledger says; it decides nothing',
  },
  {
    layer: 'dashboard',
    mayImport: ['core', 'store'],
    reason: 'the page shows what the ledger says; it decides nothing',
  },
  {
    layer: 'hook',
    mayImport: ['core', 'config', 'git', 'gates', 'exec'],
    reason: 'a hook judges and leaves nothing behind: no store, no pipeline',
  },
  {
    layer: 'daemon',
    mayImport: [...ALL_BUT_CLI],
    reason: 'the composition root joins everything but the command line and the hooks',
  },
  {
    layer: 'cli',
    mayImport: [...ALL_BUT_CLI, 'daemon', 'hook'],
    reason: 'the command line may call anything; nothing calls it',
  },
  {
    layer: 'index.ts',
    mayImport: ['core'],
    reason: 'importing the library loads no git, watcher or logger',
  },
];

const OWNER_RULES: readonly OwnerRule[] = [
  { package: 'simple-git', owner: 'git/client.ts', reason: 'its traps are handled in one place' },
  { package: 'chokidar', owner: 'intake/drop-folder', reason: 'watching is a hint of one door' },
  {
    package: 'p-queue',
    owner: 'pipeline/concurrency.ts',
    reason: 'in-process concurrency is decided in one place',
  },
  { package: 'pino', owner: 'daemon/logger.ts', reason: 'everything else is handed a log' },
  { package: 'node:sqlite', owner: 'store/', reason: 'durable state has one owner' },
  {
    package: '@modelcontextprotocol/server',
    owner: 'intake/mcp/',
    reason: 'the protocol is one door; what agents can do is the same behind every door',
  },
  {
    package: 'hono',
    owner: 'intake/http/',
    reason: 'requests are checked and routed in one place',
  },
  {
    package: '@hono/node-server',
    owner: 'intake/http/',
    reason: 'requests are checked and routed in one place',
  },
  { package: 'commander', owner: 'cli/', reason: 'arguments are read in one place' },
];

/** Node's modules that compute and touch nothing. */
const PURE_NODE_MODULES = new Set(['node:buffer', 'node:crypto']);
const PURE_PACKAGES = new Set(['minimatch', 'diff']);

/** A broken import with the rule's reason. */
export interface BrokenRule extends SourceImport {
  readonly reason: string;
}

/** Every import that a rule forbids. */
export function brokenRules(imports: readonly SourceImport[]): readonly BrokenRule[] {
  return imports.flatMap((one) => {
    const reason = layerReason(one) ?? ownerReason(one) ?? purityReason(one);
    return reason === null ? [] : [{ ...one, reason }];
  });
}

const layerOf = (path: string): string => path.split('/', 1)[0] ?? path;

/** A relative import resolves to a path of `src` that ends in `.ts`; anything else is a package. */
const isOwnFile = (to: string): boolean => to.endsWith('.ts');

function layerReason({ from, to }: SourceImport): string | null {
  if (!isOwnFile(to)) return null;
  if (to.startsWith('..')) return 'nothing outside src is part of the product';
  const layer = layerOf(from);
  const rule = LAYER_RULES.find((candidate) => candidate.layer === layer);
  if (rule === undefined)
    return `the folder ${layer} has no rule: add one to scripts/layers/rules.ts`;
  const target = layerOf(to);
  return target === layer || rule.mayImport.includes(target) ? null : rule.reason;
}

function ownerReason({ from, to }: SourceImport): string | null {
  const rule = OWNER_RULES.find(({ package: name }) => to === name || to.startsWith(`${name}/`));
  return rule === undefined || from.startsWith(rule.owner)
    ? null
    : `only ${rule.owner} imports ${rule.package}: ${rule.reason}`;
}

function purityReason({ from, to }: SourceImport): string | null {
  if (layerOf(from) !== 'core' || isOwnFile(to)) return null;
  return PURE_NODE_MODULES.has(to) || PURE_PACKAGES.has(to)
    ? null
    : `the core imports no I/O: ${to} is not on its list of pure modules`;
}
