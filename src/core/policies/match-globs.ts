import { Minimatch } from 'minimatch';

const OPTIONS = { dot: true, nonegate: true, nocomment: true, braceExpandMax: 100 } as const;

/**
 * Whether a path is meant by a list of globs. `*.ts` means any file of that name, `/*.ts` and `src/*.ts` those at that
 * place, `src/` all below it; a glob that starts with `!` takes out again what those before it meant. An empty list
 * means every path.
 */
export function matchesGlobs(path: string, globs: readonly string[]): boolean {
  if (globs.length === 0) return true;
  // A list of exceptions alone means all the rest.
  let isMeant = globs.every((glob) => glob.startsWith('!'));
  for (const glob of globs) {
    const isException = glob.startsWith('!');
    if (isMeant === isException && matches(path, isException ? glob.slice(1) : glob)) {
      isMeant = !isException;
    }
  }
  return isMeant;
}

/** A glob is asked for every path of a tree; so many of them are kept. */
const MOST_KNOWN = 1_000;
const known = new Map<string, Minimatch>();

function matches(path: string, glob: string): boolean {
  const matcher = known.get(glob) ?? compile(glob);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(glob, matcher);
  return matcher.match(path);
}

function compile(glob: string): Minimatch {
  const below = glob.endsWith('/') ? `${glob}**` : glob;
  const isAnywhere = !below.includes('/');
  const pattern = below.startsWith('/') ? below.slice(1) : below;
  return new Minimatch(pattern, { ...OPTIONS, matchBase: isAnywhere });
}
