import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/** One import: `from` and a relative `to` are paths below the source folder; a package keeps its name. */
export interface SourceImport {
  readonly from: string;
  readonly to: string;
  readonly line: number;
  readonly isTypeOnly: boolean;
}

/** Every import, re-export and literal dynamic import of the TypeScript files below `src`. */
export function readImports(src: string): readonly SourceImport[] {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  return files.flatMap((file) => importsOf(file, readFileSync(join(src, file), 'utf8')));
}

/** The imports of one file's text. `file` is its path below the source folder. */
export function importsOf(file: string, text: string): readonly SourceImport[] {
  const from = file.split('\\').join('/');
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: { specifier: string; at: number; isTypeOnly: boolean }[] = [];
  for (const one of module.staticImports) {
    const isTypeOnly = one.entries.length > 0 && one.entries.every((entry) => entry.isType);
    found.push({ specifier: one.moduleRequest.value, at: one.start, isTypeOnly });
  }
  for (const one of module.staticExports) {
    for (const entry of one.entries) {
      if (entry.moduleRequest !== null) {
        found.push({
          specifier: entry.moduleRequest.value,
          at: one.start,
          isTypeOnly: entry.isType,
        });
      }
    }
  }
  for (const one of module.dynamicImports) {
    const source = text.slice(one.moduleRequest.start, one.moduleRequest.end);
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(source);
    found.push({ specifier: literal?.[2] ?? source, at: one.start, isTypeOnly: false });
  }
  return found.map(({ specifier, at, isTypeOnly }) => ({
    from,
    to: specifier.startsWith('.')
      ? posix.normalize(posix.join(dirname(from), specifier))
      : specifier,
    line: text.slice(0, at).split('\n').length,
    isTypeOnly,
  }));
}
