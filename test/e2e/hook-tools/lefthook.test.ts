import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LEFTHOOK_LINES } from '../../../src/hook/install/tool-config.ts';
import { snapshotOf } from '../../support/hooked-repo.ts';
import { lefthook } from '../../support/hook-tools.ts';
import { toolRepo, type ToolRepo } from '../../support/tool-repo.ts';

/* lefthook, which writes a hook of its own for each one that its config names, and moves others aside. */

const MARKERS = '<<<<<<< HEAD\nexport const b = 1;\n=======\n>>>>>>> x\n';
const OWN = 'pre-commit:\n  commands:\n    own:\n      run: echo lefthook ran\n';

const tool = lefthook();
if ('missing' in tool) console.warn(`skipped: ${tool.missing}`);

describe.skipIf('missing' in tool)('lefthook', () => {
  let temp: ToolRepo;
  const hook = (path = ''): string => join(temp.dir, '.git/hooks', path);
  const run = (...args: readonly string[]) => temp.run('lefthook', args);
  const commit = (...args: readonly string[]) => temp.run('git', ['commit', '-m', 'x', ...args]);
  const stage = (path: string, text: string): void => {
    temp.write(path, text);
    temp.git('add', path);
  };
  const configure = (text: string): void => {
    temp.commit('config', { 'lefthook.yml': text });
    expect(run('install').code).toBe(0);
  };

  beforeEach(() => {
    temp = toolRepo('path' in tool ? [dirname(tool.path)] : []);
    rmSync(join(temp.dir, '.git/hooks'), { recursive: true });
  });
  afterEach(() => temp.remove());

  test('runs beside ours, which says what to put into its config', () => {
    configure(OWN);
    const before = snapshotOf(hook());
    const done = temp.sallyport('hook', 'install').said;
    expect(done).toContain('(lefthook) runs too');
    expect(done).toContain('put this into lefthook.yml:');
    for (const line of LEFTHOOK_LINES.trimEnd().split('\n')) expect(done).toContain(line);
    expect(temp.sallyport('hook', 'status').code).toBe(0);
    stage('b.js', MARKERS);
    const refused = commit();
    expect([refused.code, refused.said.includes('lefthook ran')]).toEqual([1, true]);
    expect(refused.said).toContain('left-over-markers');
    stage('b.js', 'export const b = 1;\n');
    expect(commit().code).toBe(0);
    temp.sallyport('hook', 'uninstall');
    expect(snapshotOf(hook())).toEqual(before);
    expect(commit('--allow-empty').code).toBe(0);
  });

  test('installed again moves ours aside: status says so, installing mends it, and it is in nobody’s way', () => {
    configure(OWN);
    temp.sallyport('hook', 'install');
    for (const _ of [1, 2]) {
      expect(run('install', '--force').code).toBe(0);
      const status = temp.sallyport('hook', 'status');
      expect(status.code).toBe(2);
      expect(status.said).toContain('the hook of lefthook stands in its place');
      temp.sallyport('hook', 'install');
      expect(temp.sallyport('hook', 'status').code).toBe(0);
      expect(existsSync(hook('pre-commit.old'))).toBe(false);
      const end = commit('--allow-empty');
      expect(end.code).toBe(0);
    }
    stage('b.js', MARKERS);
    const refused = commit();
    expect(refused.said).toContain('lefthook ran');
    expect(refused.said).toContain('left-over-markers');
  });

  describe('with the lines in its config', () => {
    beforeEach(() => {
      configure(LEFTHOOK_LINES);
    });

    test('runs ours by itself; installing leaves its hooks alone', () => {
      const before = snapshotOf(hook());
      const done = temp.sallyport('hook', 'install').said;
      expect(done.match(/left to what runs it already/g)).toHaveLength(4);
      expect(snapshotOf(hook())).toEqual(before);
      expect(temp.sallyport('hook', 'status').said).toContain("lefthook's config calls it");
      expect(run('install').code).toBe(0);
      expect(temp.sallyport('hook', 'status').code).toBe(0);
    });

    test('a commit, a part of a file, and a message', () => {
      stage('b.js', MARKERS);
      temp.write('b.js', 'export const b = 1;\n');
      expect(commit().said).toContain('left-over-markers');
      expect(readFileSync(join(temp.dir, 'b.js'), 'utf8')).toBe('export const b = 1;\n');
      stage('b.js', 'export const b = 1;\n');
      expect(commit().code).toBe(0);
      stage('.gitlab-ci.yml', 'test:\n  script: true\n');
      const message = 'ci\n\nCo-Authored-By: Claude <noreply@anthropic.com>';
      const end = temp.run('git', ['commit', '-m', message]);
      expect([end.code, end.said.includes('protected-path')]).toEqual([1, true]);
    });

    test('a push', () => {
      const server = join(temp.root, 'server.git');
      temp.git('init', '-q', '--bare', server);
      temp.git('remote', 'add', 'origin', server);
      expect(temp.run('git', ['push', '-q', 'origin', 'main']).code).toBe(0);
      temp.commit('bad', { 'b.js': MARKERS });
      const refused = temp.run('git', ['push', '-q', 'origin', 'main']);
      expect([refused.code, refused.said.includes('left-over-markers')]).toEqual([1, true]);
    });
  });
});
