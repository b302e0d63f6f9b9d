import { extensionOf } from '../../source/source-language.ts';
import { cFamilyReader } from './c-family.ts';
import { goReader } from './go.ts';
import type { ImportReader } from './import-reader.ts';
import { javascriptReader } from './javascript.ts';
import { jvmReader } from './jvm.ts';
import { pythonReader } from './python.ts';
import { rubyReader } from './ruby.ts';
import { rustReader } from './rust.ts';

/** All languages whose imports are read. */
export const IMPORT_READERS: readonly ImportReader[] = [
  javascriptReader,
  pythonReader,
  goReader,
  rustReader,
  jvmReader,
  cFamilyReader,
  rubyReader,
];

const BY_EXTENSION: ReadonlyMap<string, ImportReader> = new Map(
  IMPORT_READERS.flatMap((reader) => reader.extensions.map((extension) => [extension, reader])),
);

/** The reader for a path, from its extension; undefined where it is no source file of a known language. */
export const importReader = (path: string): ImportReader | undefined =>
  BY_EXTENSION.get(extensionOf(path));
