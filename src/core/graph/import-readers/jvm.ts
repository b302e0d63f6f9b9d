import { shortLines, type ImportReader } from './import-reader.ts';

const PACKAGE = /^package\s+([\w.]+)/;
const IMPORT = /^import\s+(?:static\s+)?([\w.]+\*?)/;
const TYPE_NAME = /\b[A-Z]\w*/g;

/**
 * Full names: of imports (`a.b.C`, `a.b.*`), and of every capitalised word as a member of the file's own package, whose
 * classes need no import.
 */
export const jvmReader: ImportReader = {
  language: 'jvm',
  extensions: ['java', 'kt', 'kts', 'scala', 'groovy'],
  read(text) {
    const found = new Set<string>();
    let own = '';
    for (const line of shortLines(text)) {
      const code = line.trimStart();
      if (code.startsWith('*') || code.startsWith('//')) continue;
      const named = PACKAGE.exec(code)?.[1];
      const imported = IMPORT.exec(code)?.[1];
      if (named !== undefined) own = `${named}.`;
      else if (imported !== undefined) found.add(imported.replace(/\._$/, '.*'));
      else for (const [name] of code.matchAll(TYPE_NAME)) found.add(own + name);
    }
    return [...found];
  },
};
