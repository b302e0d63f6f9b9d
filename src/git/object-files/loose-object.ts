import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { isObjectType, type ObjectContent } from './object-content.ts';

/** Bytes before an object's content: its type and length. */
const MOST_HEADER = 32;

/**
 * Reads an object that has a file of its own (gitrepository-layout(5)); null where it has none, and where it is larger
 * than `maxBytes` or not as git writes it.
 */
export function readLooseObject(
  objectsDir: string,
  oid: string,
  maxBytes: number,
): ObjectContent | null {
  const file = join(objectsDir, oid.slice(0, 2), oid.slice(2));
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined || size > maxBytes) return null;
  const bytes = inflateSync(readFileSync(file), { maxOutputLength: maxBytes + MOST_HEADER });
  const headerEnd = bytes.indexOf(0);
  const [type = '', length = ''] = bytes.toString('latin1', 0, headerEnd).split(' ');
  const content = bytes.subarray(headerEnd + 1);
  return isObjectType(type) && length === String(content.length) ? { type, bytes: content } : null;
}
