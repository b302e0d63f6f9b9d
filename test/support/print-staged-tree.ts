import { hookIndex, writeIndexTree } from '../../src/git/hook-index.ts';
import { closeRepository, openRepository } from '../../src/git/repository.ts';

/* Runs inside a git hook: prints the tree that is about to be committed, as it is named and as it is written for gates. */
const repo = await openRepository(process.cwd());
const { tree, entries } = await hookIndex(repo, process.env, process.cwd());
process.stdout.write(`${tree}\n${await writeIndexTree(repo, entries())}\n`);
await closeRepository(repo);
