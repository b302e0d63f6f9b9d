import { shortLines, type ImportReader } from './import-reader.ts';

/** Import paths, as they stand between the quotes. */
export const goReader: ImportReader = {
  language: 'go',
  extensions: ['go'],
  read(text) {
    const found = new Set<string>();
    let isInside = false;
    for (const line of shortLines(text)) {
      const code = line.trim();
      // Imports come before everything else.
      if (/^(?:func|type|var|const)\b/.test(code)) break;
      if (/^import\s?\(/.test(code)) isInside = true;
      if (isInside || code.startsWith('import ')) {
        const quoted = /["`]([^"`]+)["`]/.exec(code)?.[1];
        if (quoted !== undefined && !code.startsWith('//')) found.add(quoted);
      }
      if (isInside && code.startsWith(')')) isInside = false;
    }
    return [...found];
  },
};
