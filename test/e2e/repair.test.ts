import { describe, expect, test } from 'vitest';
import { replaceBlock, sallyport, startDaemon } from '../support/sallyport-command.ts';
import { tempRepo, type TempRepo } from '../support/temp-repo.ts';

const FILES = {
  'a.js': 'export function one() {\n  return 1;\n}\n',
  'b.js': 'export function greet(name) {\n  return `hi ${name}`;\n}\n',
};
const ELSEWHERE = replaceBlock(
  'a.js',
  'export function greet(name) {\n  return `hi ${name}`;',
  'export function greet(name) {\n  return `hello ${name}`;',
);
const NAMED = `Message: greet better\nAuthor: Model <model@example.com>\nRead: b.js@blob:`;

interface Shown {
  readonly id: string;
  readonly repair: {
    readonly kind: string;
    readonly sentence: string;
    readonly diff: string;
  } | null;
}

const submitted = async (
  repo: TempRepo,
  input: string,
): Promise<{ code: number | null; shown: Shown }> => {
  const { code, stdout } = await sallyport(repo, ['submit', '--wait', '--json'], { input });
  const waited = JSON.parse(stdout) as Shown;
  const show = await sallyport(repo, ['show', waited.id, '--json']);
  const shown = JSON.parse(show.stdout) as Shown;
  // Whoever waited is told the same.
  expect(waited.repair).toEqual(shown.repair);
  return { code, shown };
};

describe('a response that one correction would mend', () => {
  test('is refused, shown with the correction, and lands with it where somebody says so', async () => {
    using repo = tempRepo({ files: FILES });
    const daemon = await startDaemon(repo);
    const blob = repo.git('rev-parse', 'HEAD:b.js');
    const { code, shown } = await submitted(repo, `${NAMED}${blob}\n\n${ELSEWHERE}`);
    expect([code, shown.repair]).toEqual([
      1,
      {
        kind: 'wrong-file',
        sentence:
          'Edit 1 names `a.js`; of the files that were read or named, the old text stands in `b.js` alone.',
        diff: expect.stringContaining('+  return `hello ${name}`;'),
      },
    ]);
    const waited = await sallyport(repo, ['wait', shown.id]);
    expect(waited.stdout).toContain('One correction would mend it. Edit 1 names `a.js`');
    const words = await sallyport(repo, ['show', shown.id]);
    expect(words.stdout).toContain('One correction would mend it. Edit 1 names `a.js`');
    expect(words.stdout).toContain(`sallyport retry ${shown.id} --repair`);
    expect(repo.git('rev-list', '--count', 'main')).toBe('1');

    const retried = await sallyport(repo, ['retry', shown.id, '--repair', '--json']);
    const { id } = JSON.parse(retried.stdout) as { id: string };
    expect((await sallyport(repo, ['wait', id])).code).toBe(0);
    expect(repo.show('main', 'b.js')).toBe(FILES['b.js'].replace('hi', 'hello'));
    expect(repo.show('main', 'a.js')).toBe(FILES['a.js']);
    expect(repo.git('log', '-1', '--format=%s|%an', 'main')).toBe('greet better|Model');
    // Once it was taken, it is offered no more.
    const again = await sallyport(repo, ['show', shown.id, '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({
      repair: null,
      next: { attempts: [{ id, state: 'landed' }] },
    });
    await daemon.stop();
  });

  test('is offered nothing where the branch, a limit or a gate would stand against it', async () => {
    const config = JSON.stringify({ protected: ['/b.js'] });
    using repo = tempRepo({ files: { ...FILES, 'sallyport.config.json': config } });
    const daemon = await startDaemon(repo);
    const named = `Read: b.js@blob:${repo.git('rev-parse', 'HEAD:b.js')}\n\n`;
    const held = await submitted(repo, named + ELSEWHERE);
    expect([held.code, held.shown.repair]).toEqual([1, null]);
    const refused = await sallyport(repo, ['retry', held.shown.id, '--repair']);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('no correction is offered'),
    ]);
    // Nobody read the other file, and the response does not name it.
    repo.commit('free', { 'sallyport.config.json': '{}' });
    const unread = await submitted(repo, ELSEWHERE);
    expect(unread.shown.repair).toBeNull();
    const broken = `b.js\n<<<<<<< ORIGINAL\nexport function greet(name) {\n=======\nexport function greet(name {\n>>>>>>> UPDATED\n`;
    expect((await submitted(repo, broken)).shown.repair).toBeNull();
    await daemon.stop();
  });
});
