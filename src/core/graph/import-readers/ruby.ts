import { shortLines, type ImportReader } from './import-reader.ts';

const REQUIRE =
  /^\s*(?:(require_relative|require|load)\b|autoload\b\s*\(?\s*:\w+\s*,)\s*\(?\s*["']([^"']+)["']/;

/** `a/b` for what is looked up in the load path, `./a` for what stands beside the file. */
export const rubyReader: ImportReader = {
  language: 'ruby',
  extensions: ['rb', 'rake'],
  read(text) {
    const found = new Set<string>();
    for (const line of shortLines(text)) {
      const [, how, name] = REQUIRE.exec(line) ?? [];
      if (name === undefined) continue;
      found.add(how === 'require_relative' && !name.startsWith('.') ? `./${name}` : name);
    }
    return [...found];
  },
};
