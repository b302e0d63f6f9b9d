import { describe, expect, test } from 'vitest';
import {
  branchMessage,
  declaredInCommits,
  type BranchCommit,
} from '../../../src/core/planning/branch-message.ts';
import { withTrailers } from '../../../src/core/planning/commit-trailers.ts';
import { asOid } from '../../../src/core/model/ids.ts';

const ann = { name: 'Ann', email: 'ann@example.com' };
const bob = { name: 'Bob', email: 'bob@example.com' };
const oid = asOid('a'.repeat(40));

const commit = (
  message: string,
  author = ann,
  parents: BranchCommit['parents'] = [oid],
): BranchCommit => ({ commit: oid, parents, author, message });

describe('the message of a landed branch', () => {
  test('a single commit keeps its own, without the mark of another landing', () => {
    const message = 'fix: a\n\nWhy.\n\nSigned-off-by: Ann <a@x>\nSallyport-Submission: abcd1234\n';
    expect(branchMessage([commit(message)], 't')).toEqual({
      message: 'fix: a\n\nWhy.\n\nSigned-off-by: Ann <a@x>',
      coAuthors: [],
      author: ann,
    });
  });

  test('of several the subjects are listed, oldest first; the last author is the author', () => {
    const commits = [
      commit('third\nline\n\nbody', bob),
      commit("Merge branch 'main'", ann, [oid, oid]),
      commit('second', { name: 'Cy', email: 'CY@example.com' }),
      commit(
        'first\n\nCo-authored-by: Dee <dee@example.com>\nCo-authored-by: Bob <BOB@example.com>',
      ),
    ];
    expect(branchMessage(commits, 'fix')).toEqual({
      message: [
        'Land fix (3 commits)',
        '',
        '- first',
        '- second',
        '- third line',
        '',
        'Co-authored-by: Ann <ann@example.com>',
        'Co-authored-by: Dee <dee@example.com>',
        'Co-authored-by: Cy <CY@example.com>',
      ].join('\n'),
      coAuthors: [
        'Co-authored-by: Ann <ann@example.com>',
        'Co-authored-by: Dee <dee@example.com>',
        'Co-authored-by: Cy <CY@example.com>',
      ],
      author: bob,
    });
  });

  test('a long list is cut, and a merge alone speaks for itself', () => {
    const many = Array.from({ length: 130 }, (_, at) => commit(`c${130 - at}`));
    const listed = branchMessage(many, 'x')?.message.split('\n') ?? [];
    expect([listed[0], listed.length, listed.at(-1)]).toEqual([
      'Land x (130 commits)',
      103,
      '- and 30 more',
    ]);
    expect(branchMessage([commit('Merge it', ann, [oid, oid])], 'x')?.message).toBe('Merge it');
    expect(branchMessage([], 'x')).toBeNull();
  });
});

test('declared deletions stand on lines of their own', () => {
  const messages = [
    'a\n\nDeclares-Deletion: src/a b.ts\ndeclares-deletion: `old/`  \nSaid: Declares-Deletion: no',
    'Declares-Deletions: "x,y.md"\nDeclares-Deletion:\n',
  ];
  expect(declaredInCommits(messages.map((message) => commit(message)))).toEqual([
    'src/a b.ts',
    'old/',
    'x,y.md',
  ]);
});

describe('trailers', () => {
  test.each([
    ['subject', 'subject\n\nA: b'],
    ['subject: x', 'subject: x\n\nA: b'],
    ['subject\n\nbody text', 'subject\n\nbody text\n\nA: b'],
    ['subject\n\nX-Y: z\n  more\n', 'subject\n\nX-Y: z\n  more\nA: b'],
    ['subject\n\nSee: this\nand that', 'subject\n\nSee: this\nand that\n\nA: b'],
    ['subject\n\na: B', 'subject\n\na: B'],
  ])('%j', (message, expected) => {
    expect(withTrailers(message, ['A: b'])).toBe(expected);
  });

  test('none adds nothing', () => {
    expect(withTrailers('subject\n', [])).toBe('subject');
  });
});
