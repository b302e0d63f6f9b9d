import { braceExpand } from 'minimatch';

/** Why a glob cannot mean what its author has in mind: what is wrong with it, and what may stand there. */
export interface GlobProblem {
  readonly message: string;
  readonly expected: string;
}

/** Choices that the braces of one glob may give in all. More would be left out without a word. */
const MOST_CHOICES = 100;

const problem = (message: string, expected: string): GlobProblem => ({ message, expected });

/** What a backslash may stand before: a sign that means something in a glob, or may be taken for one. */
const ESCAPABLE = '\\[]{}()*?!+@,-^#~ ';

/** Null for a glob of repository paths that can match some. `mayExcept`: a `!` before it takes paths out again. */
export function pathGlobProblem(glob: string, mayExcept: boolean): GlobProblem | null {
  const isException = glob.startsWith('!');
  if (isException && !mayExcept) {
    return problem('a ! takes nothing out here', 'globs of what is meant alone');
  }
  const bare = isException ? glob.slice(1) : glob;
  return (
    signsProblem(bare) ??
    first(braceExpand(bare, { braceExpandMax: MOST_CHOICES + 1 }), placeProblem)
  );
}

/** Null for a glob of names. */
export const nameGlobProblem = (glob: string): GlobProblem | null => signsProblem(glob);

function signsProblem(glob: string): GlobProblem | null {
  if (glob.trim() === '') return problem('it names nothing', 'a glob');
  if (glob !== glob.trim()) return problem('a blank at its end matches nothing', 'no such blank');
  if (/[\u0000-\u001f\u007f]/.test(glob)) return problem('it holds control characters', 'none');
  const unclosed = new GlobScan(glob).problem();
  if (unclosed !== null) return unclosed;
  return braceExpand(glob, { braceExpandMax: MOST_CHOICES + 1 }).length > MOST_CHOICES
    ? problem(`its braces give more than ${MOST_CHOICES} choices`, 'fewer, or a *')
    : null;
}

/** Of one glob without braces: whether its folders are those of a repository path. */
function placeProblem(glob: string): GlobProblem | null {
  const segments = glob.replace(/^\//, '').replace(/\/$/, '').split('/');
  const [root = ''] = segments;
  if (/^(?:[A-Za-z]:|~.*)$/.test(root)) {
    return problem(`${root} is no folder of the repository`, 'a path from its root, as /src/**');
  }
  if (glob !== '/' && segments.includes('')) {
    return problem('two slashes with nothing between match nothing', 'one slash');
  }
  const dots = segments.find((segment) => segment === '.' || segment === '..');
  if (dots !== undefined) {
    return problem(`paths of the repository have no ${dots} in them`, 'a path from its root');
  }
  const glued = segments.find((segment) => /(?<!\\)\*\*/.test(segment) && segment !== '**');
  return glued === undefined
    ? null
    : problem(`** in ${glued} goes into no folder`, '** alone between slashes, as src/**/*.ts');
}

function first<T>(items: readonly T[], find: (item: T) => GlobProblem | null): GlobProblem | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

/** What is open while a glob is read: braces with the choices seen so far, or the choices of `@(a|b)` and its like. */
interface Opened {
  readonly sign: '{' | '(';
  readonly at: number;
  hasChoice: boolean;
}

const CLASS_NAMES =
  /^\[:(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit):\]/;

/** Reads a glob sign by sign: what is opened must be closed, and must hold what it is for. */
class GlobScan {
  readonly #glob: string;
  readonly #open: Opened[] = [];
  #at = 0;

  constructor(glob: string) {
    this.#glob = glob;
  }

  problem(): GlobProblem | null {
    for (; this.#at < this.#glob.length; this.#at += 1) {
      const found = this.#read(this.#glob.charAt(this.#at));
      if (found !== null) return found;
    }
    const [left] = this.#open;
    return left === undefined ? null : problem(`the ${left.sign} is not closed`, closed(left.sign));
  }

  #read(sign: string): GlobProblem | null {
    const top = this.#open.at(-1);
    if (sign === '\\') return this.#escape();
    if (sign === '[') return this.#class();
    if (sign === '{') this.#open.push({ sign, at: this.#at, hasChoice: false });
    if (sign === '(' && '?*+@!'.includes(this.#glob.charAt(this.#at - 1) || ' ')) {
      this.#open.push({ sign, at: this.#at, hasChoice: true });
    }
    if (sign === ',' && top?.sign === '{') top.hasChoice = true;
    if (sign === '/' && top?.sign === '(') {
      return problem('a slash between ( and ) ends what stands before it', 'choices of one folder');
    }
    if (sign === ')' && top?.sign === '(') this.#open.pop();
    return sign === '}' ? this.#closeBrace(top) : null;
  }

  #closeBrace(top: Opened | undefined): GlobProblem | null {
    if (top?.sign !== '{') return problem('a } without its {', 'both, or \\} for the sign itself');
    this.#open.pop();
    const inside = this.#glob.slice(top.at + 1, this.#at);
    const isRange = /^(?:-?\d+\.\.-?\d+|[A-Za-z]\.\.[A-Za-z])(?:\.\.-?\d+)?$/.test(inside);
    return top.hasChoice || isRange
      ? null
      : problem('braces without a choice stand for themselves', 'choices, as {a,b}, or \\{');
  }

  #escape(): GlobProblem | null {
    this.#at += 1;
    const next = this.#glob.charAt(this.#at);
    return next !== '' && ESCAPABLE.includes(next)
      ? null
      : problem('a backslash only makes the sign after it an ordinary one', '/ between folders');
  }

  /** `[abc]`, `[!a-z]`, `[[:alpha:]]`: a closer in the first place is a sign like any other. */
  #class(): GlobProblem | null {
    let at = this.#at + 1;
    if ('!^'.includes(this.#glob.charAt(at) || ' ')) at += 1;
    const start = at;
    let before = '';
    for (; at < this.#glob.length; at += 1) {
      const sign = this.#glob.charAt(at);
      if (sign === ']' && at > start) {
        this.#at = at;
        return null;
      }
      if (sign === '/') break;
      const name = CLASS_NAMES.exec(this.#glob.slice(at))?.[0];
      if (name === undefined && this.#glob.startsWith('[:', at)) {
        return problem('no such class of signs', '[:alpha:], [:digit:] and the like');
      }
      if (name !== undefined) at += name.length - 1;
      const next = this.#glob.charAt(at + 1);
      if (sign === '-' && before !== '' && next !== ']' && next !== '' && before > next) {
        return problem(`the range ${before}-${next} is empty`, `${next}-${before}`);
      }
      before = sign === '\\' ? '' : sign;
      if (sign === '\\') at += 1;
    }
    return problem('the [ is not closed', closed('['));
  }
}

const closed = (sign: string): string =>
  `its closing ${{ '{': '}', '(': ')' }[sign] ?? ']'}, or \\${sign} for the sign itself`;
