/*
 * How git's index file is laid out (gitformat-index(5)): where things are in an entry, and what its flags are.
 */

export const HEADER_LENGTH = 12;
/** Bytes of an entry before its object id: times, device, inode, mode, owner, size. */
export const STAT_LENGTH = 40;
export const EXTENDED_FLAG = 0x4000;
export const ASSUME_VALID_FLAG = 0x8000;
export const SKIP_WORKTREE_FLAG = 0x4000;
export const INTENT_TO_ADD_FLAG = 0x2000;
