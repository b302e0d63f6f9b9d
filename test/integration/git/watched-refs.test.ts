import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import { findRef } from '../../../src/git/refs.ts';
import { openRepository } from '../../../src/git/repository.ts';
import { hasUncommitted } from '../../../src/git/uncommitted.ts';
import { glanceAtRefs, matchingBranches } from '../../../src/git/watched-refs.ts';
import { tempRepo, type TempRepo } from '../../support/temp-repo.ts';

let ages = 0;

/** Makes everything in git's folder old, and of another time than before, so that its times can be told from now. */
function age(temp: TempRepo): void {
  ages += 1;
  ageBelow(join(temp.dir, '.git'), 1_600_000_000 + ages);
}

function ageBelow(folder: string, at: number): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) ageBelow(path, at);
    utimesSync(path, at, at);
  }
}

test.each([
  ['agents', 'agents/one', 'agents/deep/er'],
  ['agents/*/ready', 'agents/one/ready', 'agents/two/ready'],
])(
  'a glance at %s sees what git wrote, and nothing where it wrote nothing',
  async (pattern, one, two) => {
    using temp = tempRepo();
    const repo = await openRepository(temp.dir);
    age(temp);
    const glance = glanceAtRefs(repo, pattern);
    // The second look may still come to know of new folders.
    const looks = (): readonly (boolean | undefined)[] => {
      const three = Array.from({ length: 3 }, () => glance.mayHaveChanged());
      return [three[0], three[2]];
    };
    expect(looks()).toEqual([true, false]);
    temp.git('branch', one);
    // What was written just now may be written again at the same time.
    expect(looks()).toEqual([true, true]);
    age(temp);
    expect(looks()).toEqual([true, false]);
    temp.git('branch', two);
    age(temp);
    expect(looks()).toEqual([true, false]);
    temp.git('branch', '-qf', two, temp.commit('next', { 'a.txt': 'a\n' }));
    expect(looks()).toEqual([true, true]);
    age(temp);
    expect(looks()).toEqual([true, false]);
    temp.git('switch', '-q', two);
    expect(looks()).toEqual([true, true]);
    expect((await matchingBranches(repo, pattern)).map(({ ref }) => ref)).toEqual(
      [`refs/heads/${one}`, `refs/heads/${two}`].sort(),
    );
  },
);

test('refs are found by what people call them', async () => {
  using temp = tempRepo();
  const repo = await openRepository(temp.dir);
  const commit = asOid(temp.head());
  temp.git('branch', 'a/b');
  temp.git('update-ref', 'refs/remotes/origin/x', commit);
  temp.git('tag', 'v1');
  expect(await findRef(repo, 'a/b')).toEqual({ ref: 'refs/heads/a/b', commit });
  expect(await findRef(repo, 'origin/x')).toEqual({ ref: 'refs/remotes/origin/x', commit });
  expect(await findRef(repo, 'refs/tags/v1')).toEqual({ ref: 'refs/tags/v1', commit });
  for (const name of ['v1', 'nowhere', '-x', 'main~1', 'main\n', '', 'a..b', temp.head()]) {
    expect(await findRef(repo, name)).toBeNull();
  }
});

test('what is not committed is seen', async () => {
  using temp = tempRepo({ files: { '.gitignore': 'x\n' } });
  const repo = await openRepository(temp.dir);
  temp.write('x', 'ignored\n');
  expect(await hasUncommitted(repo)).toBe(false);
  temp.write('y', 'new\n');
  expect(await hasUncommitted(repo)).toBe(true);
});
