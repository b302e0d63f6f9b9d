import { readdir } from 'node:fs/promises';
import { Fault } from '../core/model/fault.ts';
import { removeTree } from '../git/remove-tree.ts';

/** Folders of dependencies: what is in them is not looked at, only whether they are there. */
const DEPENDENCIES: ReadonlySet<string> = new Set(['node_modules', '.venv']);

/**
 * Takes stock of a scratch tree and gives a function that removes what has come since, and names it (slashes between, a
 * folder with what is in it as one name). So each run starts from the same files: without it a second run could pass
 * because of what the first one left behind. Symbolic links are never followed. Throws `Fault` where something cannot
 * be removed.
 */
export async function keepFiles(root: string): Promise<() => Promise<readonly string[]>> {
  // Names are bytes: each byte is one character here, so that every name can be given back as it is.
  const base = Buffer.from(root).toString('latin1');
  const known = new Set<string>();
  await walk(base, '', (path) => {
    known.add(path);
    return true;
  });
  return async () => {
    const found: string[] = [];
    await walk(base, '', (path) => {
      const isKnown = known.has(path);
      if (!isKnown) found.push(path);
      return isKnown;
    });
    for (const path of found) await remove(base, path);
    return found.map((path) => Buffer.from(path, 'latin1').toString().replace(/\/$/, '')).sort();
  };
}

/** Visits every path below a folder, folders with a slash at their end; goes into those that `visit` says yes to. */
async function walk(base: string, below: string, visit: (path: string) => boolean): Promise<void> {
  const entries = await readdir(bytes(`${base}/${below}`), {
    encoding: 'latin1',
    withFileTypes: true,
  }).catch(() => []);
  for (const entry of entries) {
    if (below === '' && entry.name === '.git') continue;
    const path = `${below}${entry.name}${entry.isDirectory() ? '/' : ''}`;
    const isToBeEntered = visit(path) && entry.isDirectory() && !DEPENDENCIES.has(entry.name);
    if (isToBeEntered) await walk(base, path, visit);
  }
}

const bytes = (path: string): Buffer => Buffer.from(path, 'latin1');

async function remove(base: string, path: string): Promise<void> {
  try {
    await removeTree(bytes(`${base}/${path.replace(/\/$/, '')}`));
  } catch (error) {
    throw new Fault('io-failed', `cannot remove what a gate left in ${base}: ${path}`, {
      cause: error,
      retryable: true,
    });
  }
}
