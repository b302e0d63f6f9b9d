import { describe, expect, test } from 'vitest';
import { branch, codes, testPipeline } from '../../support/pipeline-fixture.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

const FILES = { 'a.txt': 'one\ntwo\nthree\nfour\nfive\n', 'b.txt': 'b\n', 'c.txt': 'c\n' };

describe('a branch that has nothing to land', () => {
  test.each([
    ['the target itself', [], 'already-applied/branch'],
    ['no change', [['empty', {}]], 'no-effective-change/branch'],
    [
      'a change that it takes back',
      [
        ['do', { 'b.txt': 'B\n' }],
        ['undo', { 'b.txt': 'b\n' }],
      ],
      'no-effective-change/branch',
    ],
  ] as const)('%s', async (_, commits, code) => {
    using temp = tempRepo({ files: FILES });
    await using pipeline = await testPipeline(temp);
    branch(temp, 'work', ...commits);
    expect(codes(await pipeline.branch('work'))).toEqual([code]);
  });

  test('what the target got by another way', async () => {
    using temp = tempRepo({ files: FILES });
    await using pipeline = await testPipeline(temp);
    branch(temp, 'work', ['B', { 'b.txt': 'B\n' }]);
    temp.commit('the same', { 'b.txt': 'B\n' });
    expect(codes(await pipeline.branch('work'))).toEqual(['already-applied/branch']);
  });

  test('the branch that it should land on', async () => {
    using temp = tempRepo({ files: FILES });
    await using pipeline = await testPipeline(temp);
    expect(codes(await pipeline.branch('main'))).toEqual(['already-applied/branch-is-target']);
    expect(codes(await pipeline.branch('main', { target: 'gone' }))).toEqual([
      'unknown-reference/target',
    ]);
  });
});

describe('a branch that cannot be merged', () => {
  test('is told the three sides, and who landed the other', async () => {
    using temp = tempRepo({ files: FILES });
    await using pipeline = await testPipeline(temp);
    branch(temp, 'work', [
      'mine',
      { 'a.txt': 'one\nmine\nthree\nfour\nFIVE\n', 'b.txt': null, 'n.txt': 'mine\n' },
    ]);
    temp.commit('theirs', {
      'a.txt': 'zero\none\ntheirs\nthree\nfour\nfive\n',
      'b.txt': 'B\n',
      'n.txt': 'theirs\n',
    });
    const view = await pipeline.branch('work');
    const facts = {
      branch: 'work',
      commit: temp.head().slice(0, 12),
      subject: 'theirs',
      author: 'Test User',
    };
    const code = 'merge-conflict';
    const side = (path: string, firstLine: number, ...lines: readonly string[]) => ({
      path,
      firstLine,
      lines,
    });
    expect(view.rejections).toEqual([
      {
        code,
        path: 'a.txt',
        reason: 'same-lines',
        lines: [3],
        facts,
        sides: {
          read: side('a.txt', 2, 'two'),
          landed: side('a.txt', 3, 'theirs'),
          yours: side('a.txt', 2, 'mine'),
        },
      },
      { code, path: 'b.txt', reason: 'deleted-here', facts },
      {
        code,
        path: 'n.txt',
        reason: 'same-lines',
        lines: [1],
        facts,
        sides: {
          read: side('n.txt', 1),
          landed: side('n.txt', 1, 'theirs'),
          yours: side('n.txt', 1, 'mine'),
        },
      },
    ]);
  });

  test('is not merged where nobody can tell which of several equal lines were meant', async () => {
    const block = 'if (x) {\n  run();\n}\n';
    using temp = tempRepo({ files: { 'a.js': `start\n${block}middle\n${block}end\n` } });
    await using pipeline = await testPipeline(temp);
    branch(temp, 'work', [
      'mine',
      { 'a.js': `start\n${block}middle\nif (x) {\n  walk();\n}\nend\n` },
    ]);
    temp.commit('theirs', { 'a.js': `start\n${block}middle\n${block}${block}end\n` });
    const view = await pipeline.branch('work');
    expect([view.state, codes(view)]).toEqual(['rejected', ['merge-conflict/twins']]);
    // Merged by hand, what it becomes is told by its own content.
    temp.git('switch', '-q', 'work');
    const merged = temp.tryGit('merge', '-q', '--no-edit', 'main');
    if (merged.code !== 0) throw new Error(merged.said);
    temp.git('switch', '-q', 'main');
    expect((await pipeline.branch('work')).state).toBe('landed');
  });

  test('shares no history, or none that this clone has', async () => {
    using temp = tempRepo({ files: FILES });
    {
      await using pipeline = await testPipeline(temp);
      temp.git('switch', '-q', '--orphan', 'alone');
      temp.commit('alone', { 'x.txt': 'x\n' });
      temp.git('switch', '-q', 'main');
      expect(codes(await pipeline.branch('alone'))).toEqual(['unknown-reference/unrelated']);
    }
    branch(temp, 'work', ['1', { 'b.txt': '1\n' }], ['2', { 'b.txt': '2\n' }]);
    temp.commit('main 2', { 'c.txt': '2\n' });
    temp.commit('main 3', { 'c.txt': '3\n' });
    temp.git('clone', '-q', '--depth=1', '--no-single-branch', `file://${temp.dir}`, '../shallow');
    const dir = `${temp.root}/shallow`;
    const shallow: TempRepo = {
      ...temp,
      dir,
      git: (...args) => temp.gitIn(dir, ...args),
    };
    shallow.git('config', 'user.name', 'T');
    shallow.git('config', 'user.email', 't@x');
    await using pipeline = await testPipeline(shallow);
    const view = await pipeline.branch('origin/work');
    expect(codes(view)).toEqual(['unknown-reference/shallow']);
  });

  test('is gone', async () => {
    using temp = tempRepo({ files: FILES });
    await using pipeline = await testPipeline(temp);
    const { context } = pipeline;
    const id = context.store.admit({
      name: 'x',
      source: 'branch',
      author: { name: 'n', email: 'e', agent: null },
      payload: Buffer.from(JSON.stringify({ ref: null, commit: 'd'.repeat(40) })),
      payloadHash: 'x',
      payloadBytes: 1,
      target: null,
      parent: null,
      priority: 0,
      claimKey: null,
      stated: context.store.ledger.list()[0]?.stated ?? NONE,
    }).id;
    expect(codes(await pipeline.work(id))).toEqual(['unknown-reference/commit']);
  });
});

const NONE = { base: null, reads: [], readTokens: [], message: null, deletes: [] };

describe('what a branch deletes', () => {
  const KEPT = { 'a.txt': FILES['a.txt'], 'old/b.txt': 'b\n', 'old/c.txt': 'c\n', 'd.txt': 'd\n' };
  const gone = { 'old/b.txt': null, 'old/c.txt': null };

  test('is held unless it is declared', async () => {
    using temp = tempRepo({ files: KEPT });
    await using pipeline = await testPipeline(temp);
    branch(temp, 'work', ['drop\n\nDeclares-Deletion: old/b.txt', gone]);
    const view = await pipeline.branch('work');
    expect([view.state, view.holds]).toEqual([
      'held',
      [{ code: 'undeclared-deletion', path: 'old/c.txt' }],
    ]);
  });

  test.each([
    ['drop\n\nDeclares-Deletion: old/b.txt\nDeclares-Deletion: ./old/c.txt', []],
    ['drop\n\nDeclares-Deletion: old/', []],
    ['drop', ['old/b.txt', 'old/c.txt']],
    ['drop\n\nDeclares-Deletion: `old/c.txt`', ['old/b.txt']],
  ])('is declared by %j and %j', async (text, deletes) => {
    using temp = tempRepo({ files: KEPT });
    await using pipeline = await testPipeline(temp);
    branch(temp, 'work', [text, gone]);
    expect((await pipeline.branch('work', { deletes })).state).toBe('landed');
    expect(temp.git('ls-tree', '-r', '--name-only', 'main')).toBe('a.txt\nd.txt');
  });

  test('a declaration in vain is said, a move is none, and the whole tree cannot be declared', async () => {
    using temp = tempRepo({ files: KEPT });
    await using pipeline = await testPipeline(temp);
    branch(temp, 'work', ['move', { 'a.txt': null, 'new/a.txt': FILES['a.txt'] }]);
    const moved = await pipeline.branch('work', { deletes: ['nowhere.txt'] });
    expect([moved.state, moved.notes.map(({ code, path }) => [code, path])]).toEqual([
      'landed',
      [['deletion-not-made', 'nowhere.txt']],
    ]);
    branch(temp, 'rest', ['drop', { 'd.txt': null }]);
    expect((await pipeline.branch('rest', { deletes: ['.', '/', ''] })).state).toBe('held');
  });
});

describe('what a person has to see', () => {
  test('links, submodules, binaries and pointers to large files', async () => {
    using temp = tempRepo({ files: FILES });
    await using pipeline = await testPipeline(temp);
    temp.git('switch', '-qc', 'work');
    temp.write('x.bin', Buffer.from([0, 1, 2]));
    temp.write('big.iso', 'version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n');
    temp.write('run.sh', '#!/bin/sh\n', 0o755);
    temp.git('add', '-A');
    const blob = temp.git('rev-parse', 'HEAD:b.txt');
    temp.git('update-index', '--add', '--cacheinfo', `120000,${blob},link`);
    temp.git('update-index', '--add', '--cacheinfo', `160000,${temp.head()},sub`);
    temp.git('commit', '-qm', 'kinds');
    temp.git('switch', '-qf', 'main');
    temp.git('clean', '-qfd');
    const view = await pipeline.branch('work');
    expect(view.holds.map(({ code, path, reason }) => [code, path, reason])).toEqual([
      ['file-kind-refused', 'big.iso', 'lfs-pointer'],
      ['file-kind-refused', 'link', 'symlink'],
      ['file-kind-refused', 'sub', 'submodule'],
      ['file-kind-refused', 'x.bin', 'binary'],
    ]);
    expect(view.notes.map(({ code, path }) => [code, path])).toEqual([['executable', 'run.sh']]);
    const { ledger } = pipeline.context.store;
    if (view.patchId === null) throw new Error('held without a patch');
    ledger.record(view.id, {
      type: 'Approved',
      patchId: view.patchId,
      reasons: ['file-kind-refused'],
      by: { kind: 'person', name: 'p' },
      comment: '',
    });
    expect((await pipeline.work(view.id)).state).toBe('landed');
    expect(
      temp
        .git('ls-tree', '-r', 'main')
        .split('\n')
        .map((line) => line.slice(0, 6)),
    ).toEqual(['100644', '100644', '100644', '100644', '120000', '100755', '160000', '100644']);
  });

  test('protected paths, and what is refused outright', async () => {
    using temp = tempRepo({ files: { ...FILES, 'package-lock.json': '{}\n' } });
    await using pipeline = await testPipeline(temp);
    branch(temp, 'lock', ['lock', { 'package-lock.json': '{ "a": 1 }\n' }]);
    expect(codes(await pipeline.branch('lock'))).toEqual(['protected-path/path']);
    branch(temp, 'broken', ['bad', { 'x.json': '{ "a": \n' }]);
    expect(codes(await pipeline.branch('broken'))).toEqual(['ast-broken']);
    branch(temp, 'name', ['bad', { 'aux.c': 'int x;\n' }]);
    expect(codes(await pipeline.branch('name'))).toEqual(['path-denied/reserved-name']);
    branch(temp, 'markers', ['bad', { 'b.txt': '<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> x\n' }]);
    expect(codes(await pipeline.branch('markers'))).toEqual(['left-over-markers']);
    const many = Object.fromEntries(
      Array.from({ length: 21 }, (_, at) => [`n/${at}.txt`, `${at}\n`]),
    );
    branch(temp, 'many', ['many', many]);
    expect(codes(await pipeline.branch('many'))).toEqual(['excessive-blast-radius/files']);
  });

  test('a merge that took back what it merged, and none where a commit says so', async () => {
    using temp = tempRepo({ files: FILES });
    await using pipeline = await testPipeline(temp);
    branch(temp, 'work', ['mine', { 'c.txt': 'C\n' }]);
    const landed = temp.commit('theirs', { 'a.txt': 'ONE\ntwo\nthree\nfour\nfive\n' });
    temp.git('switch', '-q', 'work');
    temp.git('merge', '-q', '--no-edit', '-s', 'ours', 'main');
    temp.git('switch', '-q', 'main');
    const view = await pipeline.branch('work');
    expect([
      view.state,
      view.holds.map(({ code, path, facts }) => [code, path, facts?.['commit']]),
    ]).toEqual(['held', [['reverts-landed-work', 'a.txt', landed.slice(0, 12)]]]);
    temp.git('switch', '-q', 'work');
    temp.commit(`Revert it\n\nThis reverts commit ${landed}.`, {});
    temp.git('switch', '-q', 'main');
    expect((await pipeline.branch('work')).state).toBe('landed');
    expect(temp.show('main', 'a.txt')).toBe(FILES['a.txt']);
  });
});
