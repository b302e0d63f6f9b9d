import type { StalePolicy } from '../core/planning/seen.ts';
import type { Limits } from '../core/policies/limits.ts';
import type { Command, Config, GateConfig, PrimeConfig } from './config.ts';
import {
  DEFAULT_CONFIG,
  DEFAULT_GATE,
  DEFAULT_HTTP_PORT,
  DEFAULT_PRIME_COMMAND,
} from './defaults.ts';
import type { WrittenConfig, WrittenGate } from './schema.ts';
import { checkGlobs, refuseGlob, type CompletionProblem, type Report } from './check-globs.ts';
import { completeLanes } from './complete-lanes.ts';
import { nameGlobProblem, pathGlobProblem } from './glob-problem.ts';
import { PLACEHOLDERS, splitCommand } from './split-command.ts';

/** A written config with every default filled in and every command split; the value counts only without problems. */
export function completeConfig(written: WrittenConfig): {
  readonly config: Config;
  readonly problems: readonly CompletionProblem[];
} {
  const problems: CompletionProblem[] = [];
  const report: Report = (problem) => problems.push(problem);
  const d = DEFAULT_CONFIG;
  const config: Config = {
    target: written.target ?? d.target,
    inbox: written.inbox ?? d.inbox,
    limits: completeLimits(written.limits, report),
    protected: completeProtected(written.protected ?? [], report),
    protectedDefaults: written.protectedDefaults ?? d.protectedDefaults,
    requireReads: written.requireReads ?? d.requireReads,
    stale: completeStale(written.stale),
    gates: completeGates(written.gates ?? [], report),
    prime: completePrime(written.prime, report),
    sandbox: written.sandbox ?? d.sandbox,
    resources: {
      memory: written.resources?.memory ?? d.resources.memory,
      processes: written.resources?.processes ?? d.resources.processes,
    },
    land: {
      mode: written.land?.mode ?? d.land.mode,
      sign: written.land?.sign ?? d.land.sign,
      message: written.land?.message ?? d.land.message,
      author: written.land?.author ?? d.land.author,
    },
    queue: {
      workers: written.queue?.workers ?? d.queue.workers,
      window: written.queue?.window ?? d.queue.window,
      lanes: completeLanes(written.queue?.lanes ?? {}, report),
    },
    retry: completeRetry(written.retry, report),
    branches: {
      watch: written.branches?.watch ?? d.branches.watch,
      pattern: written.branches?.pattern ?? d.branches.pattern,
    },
    agents: Object.entries(written.agents ?? {}).map(([name, { priority = null, ...limits }]) => {
      refuseGlob(name, nameGlobProblem(name), ['agents', name], report);
      return { name, limits: limitsOf(limits), priority };
    }),
    http: written.http === undefined ? d.http : { port: written.http.port ?? DEFAULT_HTTP_PORT },
    guard: written.guard ?? d.guard,
    hooks: { onFault: written.hooks?.onFault ?? d.hooks.onFault },
    view: written.view ?? d.view,
    env: written.env ?? d.env,
    retention: {
      quota: written.retention?.quota ?? d.retention.quota,
      branches: written.retention?.branches ?? d.retention.branches,
    },
  };
  return { config, problems };
}

function completeLimits(written: WrittenConfig['limits'] = {}, report: Report): Limits {
  const { paths = {}, ...numbers } = written;
  for (const glob of Object.keys(paths)) {
    refuseGlob(glob, pathGlobProblem(glob, false), ['limits', 'paths', glob], report);
  }
  return {
    ...DEFAULT_CONFIG.limits,
    ...limitsOf(numbers),
    paths: Object.entries(paths).map(([glob, limits]) => ({ glob, limits: limitsOf(limits) })),
  };
}

function completeStale(written: WrittenConfig['stale'] = {}): StalePolicy {
  const d = DEFAULT_CONFIG.stale;
  if (typeof written === 'string')
    return { anchored: written, whole: written, numbers: written, context: written };
  return {
    anchored: written.anchored ?? d.anchored,
    whole: written.whole ?? d.whole,
    numbers: written.numbers ?? d.numbers,
    context: written.context ?? d.context,
  };
}

const limitsOf = (written: WrittenConfig['limits'] = {}): Partial<Limits> =>
  Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined));

const completeProtected = (
  written: NonNullable<WrittenConfig['protected']>,
  report: Report,
): Config['protected'] =>
  written.map((each, at) => {
    const rule = typeof each === 'string' ? { glob: each, action: 'hold' as const } : each;
    const path = ['protected', at, ...(typeof each === 'string' ? [] : ['glob'])];
    refuseGlob(rule.glob, pathGlobProblem(rule.glob, false), path, report);
    return rule;
  });

function completeGates(written: readonly WrittenGate[], report: Report): readonly GateConfig[] {
  const names = new Map<string, number>();
  return written.map((gate, index) => {
    const first = names.get(gate.name);
    if (first !== undefined) {
      report({
        path: ['gates', index, 'name'],
        message: `gates[${first}] has the name ${JSON.stringify(gate.name)} too`,
        expected: 'a name of its own',
      });
    }
    names.set(gate.name, index);
    return completeGate(gate, ['gates', index], report);
  });
}

function completeGate(gate: WrittenGate, path: readonly PropertyKey[], report: Report): GateConfig {
  const d = DEFAULT_GATE;
  const isShell = gate.shell ?? false;
  checkProof(gate, path, report);
  checkGlobs(gate.files, [...path, 'files'], report);
  if (typeof gate.inputs !== 'string') checkGlobs(gate.inputs, [...path, 'inputs'], report);
  if (gate.fix !== undefined) refuseTests(gate.fix, [...path, 'fix'], report);
  return {
    name: gate.name,
    run: completeCommand(gate.run, isShell, [...path, 'run'], report),
    files: gate.files ?? d.files,
    inputs: gate.inputs ?? d.inputs,
    timeout: gate.timeout ?? d.timeout,
    when: gate.when ?? d.when,
    fix:
      gate.fix === undefined ? d.fix : completeCommand(gate.fix, isShell, [...path, 'fix'], report),
    required: gate.required ?? d.required,
    network: gate.network ?? d.network,
    regressionProof: gate.regressionProof ?? d.regressionProof,
  };
}

/** A proof that does not count is none, and only a gate that chooses its tests itself is sure to run the new ones. */
function checkProof(gate: WrittenGate, path: readonly PropertyKey[], report: Report): void {
  if (gate.regressionProof !== true) return;
  const reportHere = (message: string, expected: string): void =>
    report({ path: [...path, 'regressionProof'], message, expected });
  if (gate.required === false) {
    reportHere('the gate is not required, so that its proof counts for nothing', 'a required gate');
  }
  if (gate.run.includes('{files}')) {
    reportHere('the gate names {files}, and may leave tests out', 'a gate that runs the tests');
  }
}

function completePrime(written: WrittenConfig['prime'], report: Report): PrimeConfig {
  if (written === undefined) return DEFAULT_CONFIG.prime;
  if (typeof written === 'string') return { mode: written };
  const d = DEFAULT_PRIME_COMMAND;
  refuseTests(written.command, ['prime', 'command'], report);
  checkGlobs(written.keys, ['prime', 'keys'], report);
  return {
    mode: 'command',
    run: completeCommand(written.command, written.shell ?? false, ['prime', 'command'], report),
    keys: written.keys ?? d.keys,
    folders: written.folders ?? d.folders,
    timeout: written.timeout ?? d.timeout,
    network: written.network ?? d.network,
  };
}

function completeRetry(written: WrittenConfig['retry'], report: Report): Config['retry'] {
  const d = DEFAULT_CONFIG.retry;
  const { max = d.max, command, shell = false, timeout = d.timeout, env = d.env } = written ?? {};
  if (command === undefined) return { max, command: null, timeout, env };
  const path = ['retry', 'command'];
  const named = PLACEHOLDERS.find((name) => command.includes(name));
  if (named !== undefined) {
    const message = `${named} stands for nothing here: the reply comes on standard input`;
    report({ path, message, expected: 'no such word' });
  }
  return { max, command: completeCommand(command, shell, path, report), timeout, env };
}

function completeCommand(
  written: string | readonly string[],
  isShell: boolean,
  path: readonly PropertyKey[],
  report: Report,
): Command {
  if (typeof written !== 'string') {
    if (isShell) {
      report({ path, message: 'found a list beside "shell": true', expected: 'one text' });
    }
    checkWords(written, path, report);
    return { kind: 'words', words: written };
  }
  if (isShell) {
    if (LISTS.every((list) => written.includes(list))) {
      report({
        path,
        message: 'a script cannot tell {files} and {affectedTests} apart',
        expected: 'one of them, or a list of words without "shell"',
      });
    }
    return { kind: 'shell', script: written };
  }
  const split = splitCommand(written);
  if (!split.ok) {
    report({
      path,
      message: `${JSON.stringify(written)} cannot be run without a shell: ${split.error}`,
      expected: 'a plain command, a list of words, or "shell": true beside it',
    });
    return { kind: 'words', words: [] };
  }
  checkWords(split.value, path, report);
  return { kind: 'words', words: split.value };
}

/** Only a gate is run with tests. */
function refuseTests(
  written: string | readonly string[],
  path: readonly PropertyKey[],
  report: Report,
): void {
  if (!written.includes('{affectedTests}')) return;
  report({ path, message: '{affectedTests} stands for nothing here', expected: 'no such word' });
}

/** Placeholders that stand for any number of paths. */
const LISTS = ['{files}', '{affectedTests}'] as const;

function checkWords(words: readonly string[], path: readonly PropertyKey[], report: Report): void {
  const [program = ''] = words;
  if (program.trim() === '' || LISTS.some((list) => list === program)) {
    report({ path, message: 'the first word is no program', expected: 'the name of a program' });
  }
  for (const list of LISTS) {
    const joined = words.find((word) => word.includes(list) && word !== list);
    if (joined === undefined) continue;
    report({
      path,
      message: `${list} stands for several words, and cannot be a part of ${JSON.stringify(joined)}`,
      expected: `${list} as a word of its own`,
    });
  }
}
