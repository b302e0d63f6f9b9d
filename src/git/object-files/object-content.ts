import type { GitObject } from '../objects.ts';

/** An object's type and content, without its name. */
export type ObjectContent = Pick<GitObject, 'type' | 'bytes'>;

export const isObjectType = (text: string): text is ObjectContent['type'] =>
  text === 'blob' || text === 'tree' || text === 'commit' || text === 'tag';
