import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bundledHook, type BundledHook } from '../../support/bundled-hook.ts';
import { AGENT, committingRepo, type CommittingRepo } from '../../support/committing-repo.ts';

/* What the message and the author say is known only here: a commit that shows itself to be an agent's is judged as one. */

const CLAUDE = 'Co-authored-by: Claude <noreply@anthropic.com>';
const LINES = Array.from({ length: 12 }, (_, at) => `export const v${at} = ${at};\n`);

let hook: BundledHook;
let hooked: CommittingRepo;
beforeAll(async () => {
  hook = await bundledHook();
});
afterAll(() => hook[Symbol.dispose]());
beforeEach(() => {
  hooked = committingRepo(hook.file, {
    files: { 'src/values.ts': LINES.join(''), 'src/old.ts': 'export const old = 1;\n' },
  });
});
afterEach(() => {
  const indexes = hooked.indexes();
  hooked.repo.remove();
  for (const [before, after] of indexes) expect(after).toBe(before);
});

test('a trailer makes it an agent’s commit; what passed as a person’s is forgotten', async () => {
  hooked.repo.write('tsconfig.json', '{}\n');
  const tree = (): string => {
    hooked.repo.git('add', '-A');
    return hooked.repo.git('write-tree');
  };
  const end = hooked.commitAll(`x\n\n${CLAUDE}`);
  expect(end.code).toBe(1);
  expect(end.said).toContain('sallyport stopped the commit of claude: 1 problem');
  expect(end.said).toContain('tsconfig.json: protected-path: ');
  const commit = hooked.repo.git('commit-tree', '-p', 'HEAD', '-m', 'x', tree());
  expect(await hooked.passed(commit)).toBeNull();
  expect(hooked.commitAll('x').code).toBe(0);
  expect(await hooked.passed()).toEqual({ as: 'person', gates: null });
});

test('so does the author', () => {
  hooked.repo.write('tsconfig.json', '{}\n');
  hooked.repo.git('add', '-A');
  const author = 'copilot-swe-agent[bot] <198982749+Copilot@users.noreply.github.com>';
  const end = hooked.git(['commit', '-q', '-m', 'x', `--author=${author}`]);
  expect(end.code).toBe(1);
  expect(end.said).toContain('stopped the commit of copilot');
});

test('the person who commits it may let it pass', async () => {
  hooked.repo.write('tsconfig.json', '{}\n');
  const env = { SALLYPORT_ALLOW: 'protected-path' };
  const end = hooked.commitAll(`x\n\n${CLAUDE}`, { env });
  expect(end.code).toBe(0);
  expect(end.said).toContain('let pass, and recorded it');
  expect(await hooked.passed()).toEqual({ as: 'agent', gates: null });
});

test('an agent deletes what its message names, and nothing else', () => {
  hooked.repo.git('rm', '-q', 'src/old.ts');
  const silent = hooked.git(['commit', '-q', '-m', 'Tidy up'], { env: AGENT });
  expect(silent.code).toBe(1);
  expect(silent.said).toContain('src/old.ts: undeclared-deletion: ');
  expect(silent.said).toContain('Name it in the message');
  const named = hooked.git(['commit', '-q', '-m', 'Remove src/old.ts'], { env: AGENT });
  expect(named).toEqual({ code: 0, said: '' });
});

test('an agent takes back what was committed of late only where it says so', () => {
  const now = `${Math.floor(Date.now() / 1000)} +0000`;
  const dates = { GIT_AUTHOR_DATE: now, GIT_COMMITTER_DATE: now };
  hooked.repo.write('src/values.ts', LINES.join('').replace('v3 = 3', 'v3 = 33'));
  expect(hooked.commitAll('Raise v3', { env: dates }).code).toBe(0);
  const landed = hooked.repo.head();
  hooked.repo.write('src/values.ts', LINES.join(''));
  const silent = hooked.commitAll('Tidy up', { env: AGENT });
  expect(silent.code).toBe(1);
  expect(silent.said).toContain(
    `src/values.ts:4: reverts-landed-work: undoes commit ${landed.slice(0, 12)} (Raise v3)`,
  );
  const told = hooked.commitAll(`Lower v3\n\nReverts: ${landed.slice(0, 12)}`, { env: AGENT });
  expect(told).toEqual({ code: 0, said: '' });
});

test('what git shows below the message is no part of it', () => {
  hooked.repo.write('tsconfig.json', '{}\n');
  hooked.repo.write('notes.txt', `${CLAUDE}\n`);
  hooked.repo.git('add', '-A');
  const editor = join(hooked.repo.root, 'editor.sh');
  writeFileSync(editor, '#!/bin/sh\nsed -i "1s/^/subject/" "$1"\n', { mode: 0o755 });
  const end = hooked.git(['commit', '-q', '--verbose'], { env: { GIT_EDITOR: editor } });
  expect(end.code).toBe(0);
  expect(hooked.repo.git('log', '-1', '--format=%B')).toBe('subject\n');
});

test('a merge that an agent makes is judged by what it puts in', () => {
  hooked.repo.git('checkout', '-q', '-b', 'side');
  hooked.repo.commit('side', {
    'tsconfig.json': '{}\n',
    'src/values.ts': `${LINES.join('')}// side\n`,
  });
  hooked.repo.git('checkout', '-q', 'main');
  hooked.repo.commit('main', { 'other.txt': 'x\n' });
  const merge = ['merge', '-q', '--no-ff', '-m', 'Merge side', 'side'];
  // The other side's protected path is its own commit's affair.
  expect(hooked.git(merge, { env: AGENT })).toEqual({ code: 0, said: '' });
  expect(hooked.repo.git('log', '-1', '--format=%P').split(' ')).toHaveLength(2);
});

test('a merge is stopped by markers that are left, not by those that git put there', () => {
  const conflict = (): void => {
    hooked.repo.git('checkout', '-q', '-B', 'side', 'HEAD~1');
    hooked.repo.commit('side', { 'src/values.ts': LINES.join('').replace('v3 = 3', 'v3 = 30') });
    hooked.repo.git('checkout', '-q', 'main');
  };
  hooked.repo.commit('main', { 'src/values.ts': LINES.join('').replace('v3 = 3', 'v3 = 300') });
  conflict();
  expect(hooked.git(['merge', '-q', 'side']).code).toBe(1);
  const left = hooked.commitAll('merged');
  expect(left.code).toBe(1);
  expect(left.said).toContain('src/values.ts:4: left-over-markers: ');
  hooked.repo.write('src/values.ts', LINES.join('').replace('v3 = 3', 'v3 = 330'));
  expect(hooked.commitAll('merged')).toEqual({ code: 0, said: '' });
});

test('an agent that drops what the other side of a merge brought in is stopped', () => {
  const now = `${Math.floor(Date.now() / 1000)} +0000`;
  const dates = { GIT_AUTHOR_DATE: now, GIT_COMMITTER_DATE: now };
  hooked.repo.git('checkout', '-q', '-b', 'side');
  hooked.repo.write('src/values.ts', LINES.join('').replace('v3 = 3', 'v3 = 33'));
  hooked.commitAll('Raise v3', { env: dates });
  hooked.repo.git('checkout', '-q', 'main');
  hooked.repo.commit('main', { 'other.txt': 'x\n' });
  hooked.git(['merge', '-q', '--no-ff', '--no-commit', 'side']);
  hooked.repo.write('src/values.ts', LINES.join(''));
  const end = hooked.commitAll('Merge side', { env: AGENT });
  expect(end.code).toBe(1);
  expect(end.said).toContain('reverts-landed-work: undoes commit');
});
