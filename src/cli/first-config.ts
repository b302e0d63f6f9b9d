import type { Config } from '../config/config.ts';
import { DETECTION_FILES, detectGates, type DetectedGate } from '../config/detect-gates.ts';
import { parseConfig } from '../config/parse-config.ts';
import { renderConfig } from '../config/render-config.ts';
import type { WrittenGate } from '../config/schema.ts';
import { headBranch, tipOf } from '../git/refs.ts';
import type { Repository } from '../git/repository.ts';
import { listTree, readFileAt } from '../git/snapshot.ts';
import { tryGates, type TriedGate } from '../pipeline/try-gates.ts';
import type { CliContext } from './cli-context.ts';

/** A config for a repository that has none: its text, and its gates with what was seen of them. */
export interface FirstConfig {
  readonly text: string;
  readonly gates: readonly {
    readonly name: string;
    readonly run: WrittenGate['run'];
    readonly required: boolean;
    /** Where it was found, and how it ended on the branch as it stands. */
    readonly comment: string;
  }[];
}

/**
 * Detects a repository's checks. With `isTried`, each is run once on the branch as it stands: one that fails there
 * without naming what is wrong could blame nobody, so it is written as shown but not required.
 */
export async function firstConfig(
  repo: Repository,
  context: CliContext,
  { isTried }: { readonly isTried: boolean },
): Promise<FirstConfig> {
  const head = await headBranch(repo);
  const tip = head === null ? null : await tipOf(repo, head);
  const texts = new Map<string, string>();
  for (const path of DETECTION_FILES) {
    const bytes = tip === null ? null : await readFileAt(repo, tip, path);
    if (bytes !== null) texts.set(path, Buffer.from(bytes).toString('utf8'));
  }
  const paths = (await listTree(repo, tip)).map(({ path }) => path);
  const detected = detectGates({ paths, texts });
  const config = configOf(detected);
  const tried =
    isTried && tip !== null && config !== null
      ? await tryGates(repo, tip, { config, env: context.env, signal: context.signal })
      : [];
  const gates = detected.map(({ gate, reason }) => judged(gate, reason, tried));
  const comments = new Map(gates.map(({ name, comment }) => [name, comment]));
  const written = detected.map(({ gate }, at) =>
    gates[at]?.required === false ? { ...gate, required: false } : gate,
  );
  return { text: renderConfig({ gates: written }, comments), gates };
}

function configOf(detected: readonly DetectedGate[]): Config | null {
  const parsed = parseConfig(renderConfig({ gates: detected.map(({ gate }) => gate) }));
  return parsed.ok ? parsed.value : null;
}

function judged(
  gate: WrittenGate,
  reason: string,
  tried: readonly TriedGate[],
): FirstConfig['gates'][number] {
  const { name, run } = gate;
  const result = tried.find((one) => one.name === name)?.run;
  if (result === undefined) return { name, run, required: true, comment: reason };
  if (result.outcome === 'passed') {
    return { name, run, required: true, comment: `${reason}; passes on the branch as it stands` };
  }
  const isReadable = result.findings.list.length > 0;
  return {
    name,
    run,
    required: isReadable,
    comment: `${reason}; fails on the branch as it stands (${result.detail})${
      isReadable ? ', and only new findings count' : ', so it is shown and does not count'
    }`,
  };
}
