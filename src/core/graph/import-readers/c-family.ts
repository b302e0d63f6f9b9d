import { shortLines, type ImportReader } from './import-reader.ts';

const INCLUDE = /^\s*#\s*(?:include|import|include_next)\s*(["<][^">]+)[">]/;

/** Included files with what opens them: `"a.h` or `<a.h`. */
export const cFamilyReader: ImportReader = {
  language: 'c',
  extensions: ['c', 'h', 'cc', 'cpp', 'cxx', 'hh', 'hpp', 'hxx', 'inl', 'm', 'mm', 'cu', 'cuh'],
  read(text) {
    const found = new Set<string>();
    for (const line of shortLines(text)) {
      const included = INCLUDE.exec(line)?.[1];
      if (included !== undefined) found.add(included);
    }
    return [...found];
  },
};
