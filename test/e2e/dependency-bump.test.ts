import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  replaceBlock,
  sallyport,
  startDaemon,
  type RunningDaemon,
} from '../support/sallyport-command.ts';
import { tempRepo, type TempRepo } from '../support/temp-repo.ts';

const manifest = (version: string): string =>
  `${JSON.stringify(
    {
      name: 'app',
      description: 'An app.',
      scripts: { test: 'node check.mjs' },
      dependencies: { lib: version },
    },
    null,
    2,
  )}\n`;

const lock = (version: string): string =>
  `${JSON.stringify({ packages: { 'node_modules/lib': { version } } }, null, 2)}\n`;

/** Fills `node_modules` from the lock file, as an install does, without a network. */
const INSTALL = `import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
for (const [folder, { version }] of Object.entries(packages)) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(\`\${folder}/index.js\`, \`module.exports = \${JSON.stringify(version)};\\n\`);
}
`;

/** Fails without the dependency, with another one than the manifest names, and with a version that the app cannot use. */
const CHECK = `import { readFileSync } from 'node:fs';
const { default: version } = await import('lib');
const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
if (version !== dependencies.lib) throw new Error(\`installed is lib \${version}\`);
if (version.startsWith('3.')) throw new Error('lib 3 does not fit this app');
`;

const GATE = { name: 'test', run: 'node check.mjs' };

const app = (config: object): TempRepo =>
  tempRepo({
    files: {
      '.gitignore': 'node_modules/\n',
      'package.json': manifest('1.0.0'),
      'package-lock.json': lock('1.0.0'),
      'install.mjs': INSTALL,
      'check.mjs': CHECK,
      'sallyport.config.json': JSON.stringify({ gates: [GATE], ...config }),
    },
  });

const PRIMED_BY_COMMAND = { prime: { command: 'node install.mjs', network: false } };

/** One response that changes the manifest and the lock file. */
const bump = (version: string): string =>
  `Raise lib to ${version}.\n\n${replaceBlock('package.json', '    "lib": "1.0.0"', `    "lib": "${version}"`)}\n${replaceBlock('package-lock.json', '      "version": "1.0.0"', `      "version": "${version}"`)}`;

interface Receipt {
  readonly id: string;
  readonly outcome: string;
  readonly commit: string | null;
  readonly holds: readonly { readonly code: string; readonly path?: string; reason?: string }[];
  readonly rejections: readonly { readonly code: string }[];
  readonly gates: readonly { readonly gate: string; readonly outcome: string; detail: string }[];
  readonly approvals: readonly object[];
}

async function submit(repo: TempRepo, input: string): Promise<Receipt> {
  const { stdout } = await sallyport(repo, ['submit', '--wait', '--json', '-'], { input });
  return JSON.parse(stdout) as Receipt;
}

async function approve(repo: TempRepo, id: string, comment: string): Promise<Receipt> {
  const approved = await sallyport(repo, ['approve', id, '--yes', '-m', comment]);
  expect(approved).toMatchObject({ code: 0 });
  const { stdout } = await sallyport(repo, ['wait', id, '--json']);
  return JSON.parse(stdout) as Receipt;
}

/** What an install in the checkout left there. */
function plantInstalled(repo: TempRepo, version: string): void {
  const folder = join(repo.dir, 'node_modules', 'lib');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.js'), `module.exports = ${JSON.stringify(version)};\n`);
}

async function guarded(
  config: object,
  body: (repo: TempRepo, daemon: RunningDaemon) => Promise<void>,
): Promise<void> {
  using repo = app(config);
  const daemon = await startDaemon(repo);
  try {
    await body(repo, daemon);
  } finally {
    expect((await daemon.stop()).code).toBe(0);
  }
}

describe('a dependency bump', () => {
  test('is held once for manifest and lock file, is judged on its own dependencies, and lands', () =>
    guarded(PRIMED_BY_COMMAND, async (repo) => {
      const before = repo.head();
      const held = await submit(repo, bump('2.0.0'));
      expect(held).toMatchObject({ outcome: 'held', commit: null });
      expect(held.holds.map(({ code, path, reason }) => [code, path, reason])).toEqual([
        ['protected-path', 'package-lock.json', 'path'],
        ['protected-path', 'package.json', 'dependency-keys'],
      ]);
      expect(repo.head()).toBe(before);

      const landed = await approve(repo, held.id, 'read the changelog of lib 2');
      expect(landed).toMatchObject({
        outcome: 'landed',
        commit: repo.head(),
        approvals: [
          {
            comment: 'read the changelog of lib 2',
            reasons: ['protected-path'],
            by: { kind: 'person', name: 'Test User <test@example.com>' },
          },
        ],
        gates: [{ gate: 'test', outcome: 'passed' }],
      });
      const shown = await sallyport(repo, ['show', held.id]);
      expect(shown.stdout).toContain('Test User');
      expect(shown.stdout).toContain('read the changelog of lib 2');
      expect(repo.show('HEAD', 'package.json')).toBe(manifest('2.0.0'));
      expect(repo.show('HEAD', 'package-lock.json')).toBe(lock('2.0.0'));
      expect(repo.status()).toEqual([]);
    }));

  test('that breaks the app is blamed for it, although a person approved it', () =>
    guarded(PRIMED_BY_COMMAND, async (repo) => {
      const before = repo.head();
      const held = await submit(repo, bump('3.0.0'));
      const end = await approve(repo, held.id, 'looks harmless');
      expect(end).toMatchObject({ outcome: 'rejected', rejections: [{ code: 'gate-failed' }] });
      expect(repo.head()).toBe(before);
    }));

  test('whose dependencies cannot be put in place is inconclusive, never the fault of the change', () =>
    guarded({ prime: 'auto' }, async (repo) => {
      plantInstalled(repo, '1.0.0');
      const before = repo.head();
      const held = await submit(repo, bump('2.0.0'));
      const unsure = await approve(repo, held.id, 'read the changelog of lib 2');
      expect(unsure).toMatchObject({
        outcome: 'held',
        rejections: [],
        holds: [{ code: 'gate-inconclusive' }],
        gates: [{ gate: 'test', outcome: 'inconclusive' }],
      });
      expect(unsure.gates[0]?.detail).toContain('package-lock.json is not what the checkout has');
      expect(repo.head()).toBe(before);

      const landed = await approve(repo, held.id, 'ran it by hand');
      expect(landed).toMatchObject({
        outcome: 'landed',
        gates: [{ gate: 'test', outcome: 'inconclusive' }],
        approvals: [
          { reasons: ['protected-path'], comment: 'read the changelog of lib 2' },
          { reasons: ['gate-inconclusive'], comment: 'ran it by hand' },
        ],
      });
    }));

  test('that is judged without its dependencies has not passed, whatever the gate says', () =>
    guarded({ prime: 'auto', gates: [{ name: 'test', run: 'true' }] }, async (repo) => {
      plantInstalled(repo, '1.0.0');
      const held = await submit(repo, bump('2.0.0'));
      const unsure = await approve(repo, held.id, 'read the changelog of lib 2');
      expect(unsure).toMatchObject({
        outcome: 'held',
        holds: [{ code: 'gate-inconclusive' }],
        gates: [{ gate: 'test', outcome: 'inconclusive' }],
      });
      expect(unsure.gates[0]?.detail).toMatch(/^true exited with 0, but the dependencies/);
      const other = await submit(
        repo,
        replaceBlock('check.mjs', CHECK.split('\n')[3] ?? '', '// Any version fits.'),
      );
      expect(other).toMatchObject({ outcome: 'landed', gates: [{ outcome: 'passed' }] });
    }));

  test('of a lock file that nothing protects is held all the same where the prime command may use the network', () =>
    guarded(
      { prime: { command: 'node install.mjs', network: true }, protectedDefaults: false },
      async (repo) => {
        const held = await submit(repo, bump('2.0.0'));
        expect(held.holds.map(({ code, path }) => [code, path])).toEqual([
          ['protected-path', 'package-lock.json'],
        ]);
        expect(await approve(repo, held.id, 'fine')).toMatchObject({ outcome: 'landed' });
      },
    ));
});

describe('a package manifest', () => {
  test('is free in keys that do no harm, and is judged on what the checkout has installed', () =>
    guarded({ prime: 'auto' }, async (repo) => {
      plantInstalled(repo, '1.0.0');
      const end = await submit(
        repo,
        replaceBlock(
          'package.json',
          '  "description": "An app."',
          '  "description": "A better app."',
        ),
      );
      expect(end).toMatchObject({
        outcome: 'landed',
        approvals: [],
        gates: [{ gate: 'test', outcome: 'passed' }],
      });
    }));

  test('is held where a script changes, also beside a harmless key', () =>
    guarded({ prime: 'auto' }, async (repo) => {
      plantInstalled(repo, '1.0.0');
      const before = repo.head();
      const end = await submit(
        repo,
        `${replaceBlock('package.json', '  "description": "An app."', '  "description": "A better app."')}\n${replaceBlock('package.json', '    "test": "node check.mjs"', '    "test": "true"')}`,
      );
      expect(end).toMatchObject({
        outcome: 'held',
        holds: [
          {
            code: 'protected-path',
            path: 'package.json',
            reason: 'command-keys',
            facts: { keys: ['scripts'] },
          },
        ],
      });
      expect(repo.head()).toBe(before);
    }));
});
