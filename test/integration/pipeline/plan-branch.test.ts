import { describe, expect, test } from 'vitest';
import { branch, codes, testPipeline } from '../../support/pipeline-fixture.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

const FILES = { 'a.txt': 'one\ntwo\nthree\nfour\nfive\n', 'b.txt': 'b\n', 'c.txt': 'c\n' };
const as = (who: string): readonly string[] => [
  '-c',
  `user.name=${who}`,
  '-c',
  `user.email=${who}@x`,
];

const message = (temp: TempRepo): string => temp.git('log', '-1', '--format=%B', 'main').trim();
const log = (temp: TempRepo): readonly string[] =>
  temp.git('log', '--reverse', '--format=%s', 'main').split('\n');

describe('a branch that lands', () => {
  test('is one commit with its message and author, and stays what it was', async () => {
    using temp = tempRepo({ files: FILES });
    await using pipeline = await testPipeline(temp);
    temp.git('switch', '-qc', 'work');
    temp.write('a.txt', 'ONE\ntwo\nthree\nfour\nfive\n');
    temp.git(...as('Ann'), 'commit', '-qam', 'fix: one\n\nWhy.\n\nSigned-off-by: Ann <Ann@x>');
    temp.git('switch', '-q', 'main');
    const tip = temp.git('rev-parse', 'work');
    const view = await pipeline.branch('work');
    expect([view.state, view.files]).toEqual([
      'landed',
      [{ path: 'a.txt', change: 'modified', linesAdded: 1, linesRemoved: 1 }],
    ]);
    expect(message(temp)).toBe(
      `fix: one\n\nWhy.\n\nSigned-off-by: Ann <Ann@x>\nSallyport-Submission: ${view.id}`,
    );
    expect(temp.git('log', '-1', '--format=%an <%ae> | %cn', 'main')).toBe(
      'Ann <Ann@x> | Test User',
    );
    expect(temp.git('rev-list', '--count', 'main')).toBe('2');
    expect([temp.git('rev-parse', 'work'), temp.show('main', 'a.txt'), temp.status()]).toEqual([
      tip,
      'ONE\ntwo\nthree\nfour\nfive\n',
      [],
    ]);
  });

  test('of several commits lists them, the last author first in line', async () => {
    using temp = tempRepo({ files: FILES });
    await using pipeline = await testPipeline(temp);
    temp.git('switch', '-qc', 'sallyport/submit/two');
    temp.write('a.txt', 'ONE\ntwo\nthree\nfour\nfive\n');
    temp.git(...as('Ann'), 'commit', '-qam', 'one');
    temp.write('b.txt', 'B\n');
    temp.git(...as('Bob'), 'commit', '-qam', 'two\n\nbody');
    temp.git('switch', '-q', 'main');
    const view = await pipeline.branch('sallyport/submit/two');
    expect(message(temp)).toBe(
      [
        'Land sallyport/submit/two (2 commits)',
        '',
        '- one',
        '- two',
        '',
        'Co-authored-by: Ann <Ann@x>',
        `Sallyport-Submission: ${view.id}`,
      ].join('\n'),
    );
    expect(temp.git('log', '-1', '--format=%an', 'main')).toBe('Bob');
  });

  test('takes the message that it was handed in with, and keeps who else worked on it', async () => {
    using temp = tempRepo({ files: FILES });
    await using pipeline = await testPipeline(temp);
    temp.git('switch', '-qc', 'work');
    temp.write('b.txt', 'B\n');
    temp.git(...as('Ann'), 'commit', '-qam', 'wip');
    temp.write('c.txt', 'C\n');
    temp.git(...as('Bob'), 'commit', '-qam', 'wip 2');
    temp.git('switch', '-q', 'main');
    const view = await pipeline.branch('work', { message: 'feat: b and c' });
    expect(message(temp)).toBe(
      `feat: b and c\n\nCo-authored-by: Ann <Ann@x>\nSallyport-Submission: ${view.id}`,
    );
  });

  test('is rebuilt on a target that moved on, and a rename in it follows the edit there', async () => {
    using temp = tempRepo({ files: { ...FILES, 'long.txt': `${'line\n'.repeat(30)}end\n` } });
    await using pipeline = await testPipeline(temp);
    branch(temp, 'work', [
      'move',
      { 'long.txt': null, 'moved.txt': `${'line\n'.repeat(30)}end\n` },
    ]);
    temp.commit('meanwhile', { 'long.txt': `${'line\n'.repeat(30)}END\n`, 'b.txt': 'B\n' });
    const view = await pipeline.branch('work');
    expect([view.state, view.files]).toEqual([
      'landed',
      [{ path: 'moved.txt', change: 'renamed', from: 'long.txt', linesAdded: 0, linesRemoved: 0 }],
    ]);
    expect(temp.show('main', 'moved.txt')).toBe(`${'line\n'.repeat(30)}END\n`);
    expect(temp.show('main', 'b.txt')).toBe('B\n');
  });

  test('may have merged the target in', async () => {
    using temp = tempRepo({ files: FILES });
    await using pipeline = await testPipeline(temp);
    branch(temp, 'work', ['mine', { 'a.txt': 'ONE\ntwo\nthree\nfour\nfive\n' }]);
    temp.commit('theirs', { 'b.txt': 'B\n' });
    temp.git('switch', '-q', 'work');
    temp.git('merge', '-q', '--no-edit', 'main');
    temp.commit('more', { 'c.txt': 'C\n' });
    temp.git('switch', '-q', 'main');
    const view = await pipeline.branch('work');
    expect([view.state, view.files.map(({ path }) => path)]).toEqual([
      'landed',
      ['a.txt', 'c.txt'],
    ]);
    expect(message(temp)).toContain('- mine\n- more\n');
  });

  test('may go on from where it landed, on the very same lines', async () => {
    using temp = tempRepo({ files: FILES });
    await using pipeline = await testPipeline(temp);
    branch(temp, 'work', ['one', { 'a.txt': 'ONE\ntwo\nthree\nfour\nfive\n' }]);
    expect((await pipeline.branch('work')).state).toBe('landed');
    temp.commit('between', { 'b.txt': 'B\n' });
    temp.git('switch', '-q', 'work');
    temp.commit('one again', { 'a.txt': 'One\ntwo\nthree\nfour\nfive\n' });
    temp.git('switch', '-q', 'main');
    expect((await pipeline.branch('work')).state).toBe('landed');
    expect(temp.show('main', 'a.txt')).toBe('One\ntwo\nthree\nfour\nfive\n');
    // It may also take back what it brought in itself.
    temp.git('switch', '-q', 'work');
    temp.commit('as it was', { 'a.txt': FILES['a.txt'] });
    temp.git('switch', '-q', 'main');
    expect((await pipeline.branch('work')).state).toBe('landed');
    expect(log(temp)).toEqual(['first', 'one', 'between', 'one again', 'as it was']);
    expect(codes(await pipeline.branch('work'))).toEqual(['already-applied/branch']);
  });

  test('lands on a branch that has no commit yet', async () => {
    using temp = tempRepo({ files: null });
    await using pipeline = await testPipeline(temp);
    temp.git('switch', '-qc', 'work');
    temp.commit('all', { 'a.txt': 'a\n' });
    temp.git('symbolic-ref', 'HEAD', 'refs/heads/main');
    temp.git('rm', '-q', '--cached', 'a.txt');
    temp.git('clean', '-qf');
    const view = await pipeline.branch('work');
    expect([view.state, temp.show('main', 'a.txt')]).toEqual(['landed', 'a\n']);
  });

  test('is judged as any change: gates run on what it becomes', async () => {
    const gates = [
      { name: 't', run: 'grep -q B b.txt' },
      { name: 'u', run: 'grep -q ONE a.txt' },
    ];
    using temp = tempRepo({
      files: { ...FILES, 'sallyport.config.json': JSON.stringify({ gates }) },
    });
    await using pipeline = await testPipeline(temp);
    branch(temp, 'work', ['one', { 'a.txt': 'ONE\ntwo\nthree\nfour\nfive\n' }]);
    temp.commit('theirs', { 'b.txt': 'B\n' });
    const view = await pipeline.branch('work');
    expect([view.state, view.verdicts.map(({ outcome }) => outcome)]).toEqual([
      'landed',
      ['passed', 'passed'],
    ]);
  });
});
