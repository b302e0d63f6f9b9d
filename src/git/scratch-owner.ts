import { isAlive, ownIdentity } from './process-identity.ts';

/*
 * Scratch worktrees of programs that come and go beside the daemon (checks, hooks) carry in their name whose they are,
 * so that anybody can tell those of the living from what the dead left behind.
 */

const OWNED = /^([a-z]+)-(\d+)-(\d+)-(\d+)$/;
let count = 0;

/** A name for a scratch worktree of this process that no other has. `kind` is a word of lower-case letters. */
export function ownedName(kind: string): string {
  count += 1;
  return `${scopeOf(kind)}-${count}`;
}

/** What all names of this process's `kind` start with; also marks the processes that it starts. */
export function scopeOf(kind: string): string {
  const { pid, started } = ownIdentity();
  return `${kind}-${pid}-${/^\d+$/.test(started) ? started : '0'}`;
}

/** Whose a scratch worktree is: `living` and `dead` owners, and `nobody` where the name tells of none. */
export function ownerOf(name: string): 'living' | 'dead' | 'nobody' {
  const [, , pid = '', started = ''] = OWNED.exec(name) ?? [];
  if (pid === '') return 'nobody';
  const identity = { pid: Number(pid), boot: '', started: started === '0' ? '' : started };
  return isAlive(identity) ? 'living' : 'dead';
}

/** The scope of a name that tells of an owner. */
export const scopeOfName = (name: string): string => name.replace(/-\d+$/, '');
