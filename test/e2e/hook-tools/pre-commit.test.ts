import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { HOOKS } from '../../../src/hook/hook-names.ts';
import { snapshotOf } from '../../support/hooked-repo.ts';
import { preCommit } from '../../support/hook-tools.ts';
import { toolRepo, type ToolRepo } from '../../support/tool-repo.ts';

/* The pre-commit framework as the system has it, beside the hooks of ours and in front of them. */

const MARKERS = '<<<<<<< HEAD\nexport const b = 1;\n=======\n>>>>>>> x\n';
const MANIFEST = join(import.meta.dirname, '../../../.pre-commit-hooks.yaml');

interface ManifestHook {
  readonly id: string;
  readonly entry: string;
  readonly stages: readonly string[];
  readonly pass_filenames: boolean;
  readonly always_run: boolean;
}
const manifest = parse(readFileSync(MANIFEST, 'utf8')) as readonly ManifestHook[];

test('the manifest has every hook of whoever commits and pushes', () => {
  const names = HOOKS.filter(({ side }) => side === 'author').map(({ name }) => name);
  expect(manifest.map(({ id }) => id)).toEqual(names.map((name) => `sallyport-${name}`));
  for (const [at, hook] of manifest.entries()) {
    expect(hook.stages).toEqual([names[at]]);
    expect(hook.entry).toBe(`sallyport hook run ${names[at]}`);
    expect([hook.always_run, hook.pass_filenames]).toEqual([true, names[at] === 'commit-msg']);
  }
});

const tool = preCommit();
if ('missing' in tool) console.warn(`skipped: ${tool.missing}`);

describe.skipIf('missing' in tool)('pre-commit', () => {
  let temp: ToolRepo;
  const framework = (...args: readonly string[]) => temp.run('pre-commit', args);
  const commit = (...args: readonly string[]) => temp.run('git', ['commit', '-m', 'x', ...args]);
  const stage = (path: string, text: string): void => {
    temp.write(path, text);
    temp.git('add', path);
  };
  const own = {
    id: 'own',
    name: 'own',
    language: 'system',
    entry: 'echo own ran',
    pass_filenames: false,
    always_run: true,
    verbose: true,
  };
  const configure = (hooks: readonly object[]): void => {
    temp.commit('config', {
      '.pre-commit-config.yaml': stringify({ repos: [{ repo: 'local', hooks }] }),
    });
  };
  /** The hooks of the manifest, as a config of the checkout takes them; before 3.2 the stages had other names. */
  const ours = (): readonly object[] => {
    const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(framework('--version').said) ?? [];
    const isOld = Number(major) < 3 || (major === '3' && Number(minor) < 2);
    return manifest.map(({ id, entry, stages, pass_filenames, always_run }) => ({
      id,
      name: id,
      entry,
      language: 'system',
      pass_filenames,
      always_run,
      stages: isOld ? stages.map((one) => one.replace(/^pre-/, '')) : stages,
    }));
  };
  const types = manifest.flatMap(({ stages }) => stages.flatMap((one) => ['-t', one]));

  beforeEach(() => {
    temp = toolRepo();
    rmSync(join(temp.dir, '.git/hooks'), { recursive: true });
  });
  afterEach(() => temp.remove());

  test('was there first: it is kept and runs; uninstalling leaves it as it was', () => {
    configure([own]);
    expect(framework('install').code).toBe(0);
    const before = snapshotOf(join(temp.dir, '.git/hooks'));
    expect(temp.sallyport('hook', 'install').said).toContain('(pre-commit) runs too');
    expect(temp.sallyport('hook', 'status').code).toBe(0);
    stage('b.js', MARKERS);
    const refused = commit();
    expect(refused.code).toBe(1);
    expect(refused.said).toContain('own ran');
    expect(refused.said).toContain('left-over-markers');
    stage('b.js', 'export const b = 1;\n');
    expect(commit().code).toBe(0);
    temp.sallyport('hook', 'uninstall');
    expect(snapshotOf(join(temp.dir, '.git/hooks'))).toEqual(before);
  });

  test('comes after: it runs ours as the earlier hook, and status knows', () => {
    configure([own]);
    temp.sallyport('hook', 'install');
    expect(framework('install').said).toContain('Running in migration mode');
    const status = temp.sallyport('hook', 'status');
    expect(status.said).toContain('pre-commit runs it first, as the earlier hook');
    expect(status.code).toBe(0);
    expect(temp.sallyport('hook', 'install').said).toContain('left to what runs it already');
    stage('b.js', MARKERS);
    const refused = commit();
    expect([refused.code, refused.said.includes('left-over-markers')]).toEqual([1, true]);
    stage('b.js', 'export const b = 1;\n');
    const end = commit();
    expect([end.code, end.said.includes('own ran')]).toEqual([0, true]);
    temp.sallyport('hook', 'uninstall');
    expect(Object.keys(snapshotOf(join(temp.dir, '.git/hooks')))).toEqual(['pre-commit']);
    expect(commit('--allow-empty').code).toBe(0);
  });

  test('before and after: it meets itself behind ours, and each runs once', () => {
    configure([own]);
    framework('install');
    const before = snapshotOf(join(temp.dir, '.git/hooks'));
    temp.sallyport('hook', 'install');
    framework('install');
    stage('b.js', 'export const b = 1;\n');
    const end = commit();
    expect(end.code).toBe(0);
    expect(end.said.match(/own ran/g)).toHaveLength(1);
    stage('c.js', MARKERS);
    expect(commit().said).toContain('left-over-markers');
    temp.sallyport('hook', 'uninstall');
    expect(snapshotOf(join(temp.dir, '.git/hooks'))).toEqual(before);
    temp.git('reset', '-q', '--hard');
    expect(commit('--allow-empty').code).toBe(0);
  });

  describe('runs ours by its config', () => {
    beforeEach(() => {
      configure([own, ...ours()]);
      expect(framework('install', ...types).code).toBe(0);
    });

    test('and installing finds nothing to do', () => {
      const done = temp.sallyport('hook', 'install').said;
      expect(done.match(/left to what runs it already/g)).toHaveLength(4);
      expect(temp.sallyport('hook', 'status').code).toBe(0);
    });

    test('a commit, also of a part of a file, of a deletion, and with -a', () => {
      stage('b.js', MARKERS);
      temp.write('b.js', 'export const b = 1;\n');
      const refused = commit();
      expect(refused.said).toContain('left-over-markers');
      expect(readFileSync(join(temp.dir, 'b.js'), 'utf8')).toBe('export const b = 1;\n');
      stage('b.js', 'export const b = 1;\n');
      temp.write('b.js', MARKERS);
      expect(commit().code).toBe(0);
      expect(commit('-a').said).toContain('left-over-markers');
      expect(temp.show('HEAD', 'b.js')).toBe('export const b = 1;\n');
      temp.git('rm', '-qf', 'b.js');
      const deletion = commit();
      expect(deletion.code).toBe(0);
      expect(deletion.said).not.toMatch(/sallyport-pre-commit\.+\(no files/);
    });

    test('a commit of an agent, which shows in its message alone', () => {
      stage('.gitlab-ci.yml', 'test:\n  script: true\n');
      const message = 'ci\n\nCo-Authored-By: Claude <noreply@anthropic.com>';
      const end = temp.run('git', ['commit', '-m', message]);
      expect(end.code).toBe(1);
      expect(end.said).toContain('protected-path');
    });

    test('a merge', () => {
      temp.git('checkout', '-q', '-b', 'side');
      temp.commit('side', { 's.js': 'export const s = 1;\n' });
      temp.git('checkout', '-q', 'main');
      temp.commit('main', { 'm.js': 'export const m = 1;\n' });
      const end = temp.run('git', ['merge', '--no-edit', 'side']);
      expect(end.code).toBe(0);
      expect(end.said).toMatch(/sallyport-pre-merge-commit\.+Passed/);
    });

    test('a push of a new branch, of more commits, and of one that must not leave', () => {
      const server = join(temp.root, 'server.git');
      temp.git('init', '-q', '--bare', server);
      temp.git('remote', 'add', 'origin', server);
      const push = () => temp.run('git', ['push', '-q', 'origin', 'main']);
      const first = temp.commit('bad from the start', { 'x.js': MARKERS });
      expect(push().said).toContain('left-over-markers');
      temp.git('reset', '-q', '--hard', `${first}~1`);
      expect(push().code).toBe(0);
      temp.commit('bad', { 'b.js': MARKERS });
      const refused = push();
      expect([refused.code, refused.said.includes('left-over-markers')]).toEqual([1, true]);
      temp.git('reset', '-q', '--hard', 'HEAD~1');
      temp.commit('good', { 'b.js': 'export const b = 1;\n' });
      expect(push().code).toBe(0);
    });

    test('SKIP and SALLYPORT=0 go by it', () => {
      stage('b.js', MARKERS);
      const skip = { SKIP: 'sallyport-pre-commit' };
      expect(temp.run('git', ['commit', '-m', 'x'], { env: skip }).code).toBe(0);
      stage('c.js', MARKERS);
      expect(temp.run('git', ['commit', '-m', 'x'], { env: { SALLYPORT: '0' } }).code).toBe(0);
    });
  });
});
