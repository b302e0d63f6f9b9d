import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempRepo, type TempRepo } from '../../test/support/temp-repo.ts';

const PER_FOLDER = 100;

/** Path of the file with this number: folders of a hundred, two levels deep. */
export const pathOf = (number: number): string => {
  const folder = Math.floor(number / PER_FOLDER);
  return `part${Math.floor(folder / 30)}/folder${folder}/file${number}.ts`;
};

export const contentOf = (number: number): string =>
  Array.from({ length: 12 }, (_, line) => `export const value${number}_${line} = ${line};\n`).join(
    '',
  );

/** A repository with so many files in one commit. The caller removes it. */
export function largeRepo(files: number): TempRepo {
  const repo = tempRepo({ files: { 'README.md': 'A repository to measure in.\n' } });
  // A file of its own: what else runs on the machine may write to the null device or replace it.
  const empty = join(repo.root, 'gitconfig');
  writeFileSync(empty, '');
  process.env['GIT_CONFIG_GLOBAL'] = empty;
  for (let number = 0; number < files; number += PER_FOLDER)
    mkdirSync(join(repo.dir, pathOf(number), '..'), { recursive: true });
  for (let number = 0; number < files; number += 1)
    writeFileSync(join(repo.dir, pathOf(number)), contentOf(number));
  repo.commit('all files');
  return repo;
}

/** Sizes to measure at, up to the largest wanted. */
export const sizesUpTo = (files: number): readonly number[] =>
  [100, 1000, 10_000, 100_000].filter((size) => size <= files);
