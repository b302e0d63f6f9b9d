import { stagedTree } from '../../src/git/hook-index.ts';
import { openRepository } from '../../src/git/repository.ts';

/* Runs inside a git hook: prints the tree that is about to be committed. */
process.stdout.write(`${await stagedTree(await openRepository(process.cwd()))}\n`);
