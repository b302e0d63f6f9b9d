import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { parse } from 'yaml';
import type { HookName } from '../hook-names.ts';
import type { HookTool } from './hook-file.ts';

/** A tool that runs hooks by a config of its own, which is part of the repository. */
export interface ToolConfig {
  readonly tool: 'lefthook' | 'pre-commit';
  /** The config's name in the checkout. */
  readonly file: string;
  readonly text: string;
}

const FILES: readonly (readonly [tool: ToolConfig['tool'], names: readonly string[]])[] = [
  [
    'lefthook',
    ['lefthook', '.lefthook', '.config/lefthook'].flatMap((name) =>
      ['yml', 'yaml', 'toml', 'json'].map((ending) => `${name}.${ending}`),
    ),
  ],
  ['pre-commit', ['.pre-commit-config.yaml']],
];

/** The configs that a checkout has. */
export const toolConfigs = (worktree: string): readonly ToolConfig[] =>
  FILES.flatMap(([tool, names]) =>
    names.flatMap((file) => {
      const text = textOf(join(worktree, file));
      return text === null ? [] : [{ tool, file, text }];
    }),
  );

/** Whether a tool's config runs ours for a hook already, so that its hook need not be kept beside ours. */
export const callsFrom =
  (configs: readonly ToolConfig[], name: HookName) =>
  (tool: HookTool): boolean =>
    configs.some((config) => config.tool === tool && CALLS[config.tool](parsed(config), name));

type Calls = (config: unknown, name: HookName) => boolean;

const CALLS: Readonly<Record<ToolConfig['tool'], Calls>> = {
  lefthook: (config, name) => textsIn(fieldOf(config, name)).some((text) => runsUs(text, name)),
  'pre-commit': (config, name) => {
    const usual = fieldOf(config, 'default_stages');
    return itemsOf(fieldOf(config, 'repos'))
      .flatMap((repo) => itemsOf(fieldOf(repo, 'hooks')))
      .filter((hook) => {
        const entry = fieldOf(hook, 'entry');
        const isManifest = fieldOf(hook, 'id') === `sallyport-${name}` && entry === undefined;
        return isManifest || (typeof entry === 'string' && runsUs(entry, name));
      })
      .some((hook) => isAtStage(fieldOf(hook, 'stages') ?? usual, name));
  },
};

const runsUs = (text: string, name: HookName): boolean =>
  new RegExp(`\\bsallyport(?:\\.js)?["']? hook run ${name}(?![\\w-])`).test(text);

/** `commit` is what `pre-commit` was called before version 3.2, and so on. */
const isAtStage = (stages: unknown, name: HookName): boolean =>
  stages === undefined ||
  itemsOf(stages).some((stage) => stage === name || `pre-${String(stage)}` === name);

function parsed({ file, text }: ToolConfig): unknown {
  try {
    return file.endsWith('.toml') ? parseToml(text) : parse(text);
  } catch {
    // The tool itself will say what is wrong with it.
    return null;
  }
}

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;

const itemsOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : [];

/** Every text at any depth: lefthook has commands, jobs and groups of them. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** What to put into lefthook's config, so that its own hooks run ours: `lefthook install` moves every other hook aside. */
export const LEFTHOOK_LINES = `pre-commit:
  commands:
    sallyport:
      run: sallyport hook run pre-commit
pre-merge-commit:
  commands:
    sallyport:
      run: sallyport hook run pre-merge-commit
commit-msg:
  commands:
    sallyport:
      run: sallyport hook run commit-msg {1}
pre-push:
  commands:
    sallyport:
      run: sallyport hook run pre-push {1} {2}
      use_stdin: true
`;

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
