import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceBlock, sallyport } from '../support/sallyport-command.ts';
import { tempRepo } from '../support/temp-repo.ts';

const CONFIG = `{
  "gates": [{
    "name": "blanks",
    "run": ["sh", "-c", "! grep -n ' $' edited.txt"],
    "fix": ["sed", "-i", "s/ *$//", "{files}"]
  }]
}
`;

/** Lands one edit of `edited.txt` in a repository whose fixer strips trailing blanks. */
async function land(edited: string, text: string) {
  const repo = tempRepo({
    files: { 'edited.txt': edited, 'other.txt': 'left alone  \n', 'sallyport.config.json': CONFIG },
  });
  const input = replaceBlock('edited.txt', 'two', text);
  const { stdout } = await sallyport(repo, ['apply', '--commit', '--yes', '--json'], { input });
  const receipt = JSON.parse(stdout) as { outcome: string; notes: { code: string }[] };
  return {
    outcome: receipt.outcome,
    notes: receipt.notes.map(({ code }) => code),
    edited: readFileSync(join(repo.dir, 'edited.txt'), 'utf8'),
    other: readFileSync(join(repo.dir, 'other.txt'), 'utf8'),
    status: repo.status(),
    remove: repo.remove,
  };
}

test('what a fixer changes in the touched files becomes part of the candidate, is judged, and is said', async () => {
  const { remove, ...end } = await land('one\ntwo\nthree\n', 'TWO   ');
  expect(end).toEqual({
    outcome: 'landed',
    notes: ['fixed'],
    edited: 'one\nTWO\nthree\n',
    other: 'left alone  \n',
    status: [],
  });
  remove();
});

test('a fixer that changes more than its limit changes nothing, and the gate judges what the author wrote', async () => {
  const many = Array.from({ length: 30 }, (_, at) => `line ${at}  \n`).join('');
  const { remove, ...end } = await land(`${many}two\n`, 'TWO   ');
  expect(end).toMatchObject({ outcome: 'held', edited: `${many}two\n`, status: [] });
  expect(end.notes).toContain('fixes-left-out');
  remove();
});

test('what a fixer changes besides is gone before the gates look', async () => {
  const repo = tempRepo({
    files: {
      'edited.txt': 'one\ntwo\n',
      'judge.sh': 'exit 1\n',
      'sallyport.config.json': `{
        "gates": [{
          "name": "judge",
          "run": ["sh", "judge.sh"],
          "fix": ["sh", "-c", "echo exit 0 > judge.sh"]
        }]
      }\n`,
    },
  });
  const input = replaceBlock('edited.txt', 'two', 'TWO');
  const { stdout } = await sallyport(repo, ['apply', '--commit', '--yes', '--json'], { input });
  const { outcome } = JSON.parse(stdout) as { outcome: string };
  expect(outcome).toBe('held');
  repo.remove();
});
