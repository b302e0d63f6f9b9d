import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { callsFrom, LEFTHOOK_LINES, toolConfigs } from '../../../src/hook/install/tool-config.ts';
import { tempDir } from '../../support/temp-dir.ts';

const configs = (file: string, text: string) => {
  const path = join(tempDir(), file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return toolConfigs(path.slice(0, -file.length));
};
const hooks = (text: string): string =>
  `repos:\n  - repo: local\n    hooks:\n      - id: x\n        name: x\n        language: system\n${text}`;

test.each([
  ['lefthook.yml', LEFTHOOK_LINES, true],
  [
    '.lefthook.yaml',
    'pre-commit:\n  jobs:\n    - group:\n        jobs:\n          - run: npx sallyport hook run pre-commit\n',
    true,
  ],
  [
    '.config/lefthook.toml',
    '[pre-commit.commands.s]\nrun = "sallyport hook run pre-commit"\n',
    true,
  ],
  [
    'lefthook.json',
    '{"pre-commit":{"commands":{"s":{"run":"node bin/sallyport.js hook run pre-commit"}}}}',
    true,
  ],
  ['lefthook.yml', `# ${LEFTHOOK_LINES.replaceAll('\n', '\n# ')}`, false],
  ['lefthook.yml', 'pre-push:\n  commands:\n    s: {run: sallyport hook run pre-commit}\n', false],
  [
    'lefthook.yml',
    'pre-commit:\n  commands:\n    s: {run: sallyport hook run pre-commit-x}\n',
    false,
  ],
  ['lefthook.yml', 'pre-commit: [\n', false],
  ['.pre-commit-config.yaml', hooks('        entry: sallyport hook run pre-commit\n'), true],
  [
    '.pre-commit-config.yaml',
    hooks('        entry: sallyport hook run pre-commit\n        stages: [commit]\n'),
    true,
  ],
  [
    '.pre-commit-config.yaml',
    hooks('        entry: sallyport hook run pre-commit\n        stages: [manual]\n'),
    false,
  ],
  [
    '.pre-commit-config.yaml',
    `default_stages: [pre-push]\n${hooks('        entry: sallyport hook run pre-commit\n')}`,
    false,
  ],
  [
    '.pre-commit-config.yaml',
    hooks('        entry: echo\n        # entry: sallyport hook run pre-commit\n'),
    false,
  ],
  [
    '.pre-commit-config.yaml',
    'repos:\n  - repo: x\n    rev: v1\n    hooks:\n      - id: sallyport-pre-commit\n',
    true,
  ],
  [
    '.pre-commit-config.yaml',
    'repos:\n  - repo: x\n    rev: v1\n    hooks:\n      - id: sallyport-pre-push\n',
    false,
  ],
  ['.pre-commit-config.yaml', '', false],
])('%s (%j) calls ours before a commit: %s', (file, text, calls) => {
  const found = configs(file, text);
  expect(found).toHaveLength(1);
  const tool = found[0]?.tool ?? 'unknown';
  expect(callsFrom(found, 'pre-commit')(tool)).toBe(calls);
  expect(callsFrom(found, 'pre-commit')('unknown')).toBe(false);
});
