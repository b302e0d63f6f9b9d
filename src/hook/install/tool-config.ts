import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
    configs.some(
      (config) =>
        config.tool === tool &&
        (config.text.includes(`sallyport hook run ${name}`) ||
          new RegExp(`\\bid: *['"]?sallyport-${name}\\b`).test(config.text)),
    );

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
