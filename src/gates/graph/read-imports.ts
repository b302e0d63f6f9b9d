import { javascriptReader } from '../../core/graph/import-readers/javascript.ts';
import { importReader } from '../../core/graph/import-readers/registry.ts';
import { fileName } from '../syntax/checker.ts';
import { canCrashTheParser } from '../syntax/javascript.ts';
import { languageOf } from '../syntax/parse-javascript.ts';

/** What a source file imports, as its language spells it. Never throws: what cannot be parsed is read word by word. */
export async function readImports(path: string, text: string): Promise<readonly string[]> {
  const reader = importReader(path);
  if (reader === undefined) return [];
  if (reader !== javascriptReader) return reader.read(text);
  return (await moduleRecord(path, text)) ?? reader.read(text);
}

const PARSED = /\.(?:[cm]?[jt]s|[jt]sx)$/;

/** Calls that load a module and that the parser's record leaves out; where one may be, the words are read as well. */
const OTHER_LOADS = /\b(?:require|mock|importActual|createRequire)\b/;

/** From the parser's record of static imports, exports and dynamic imports; null where the parser cannot take the text. */
async function moduleRecord(path: string, text: string): Promise<readonly string[] | null> {
  if (!PARSED.test(path) || canCrashTheParser(text)) return null;
  // Native code that a daemon without JavaScript to look at need not hold.
  const { parse } = await import('oxc-parser');
  const { module, errors } = await parse(fileName(path), text, {
    lang: languageOf(path),
    sourceType: 'unambiguous',
  });
  if (errors.length > 0) return null;
  const found = new Set(OTHER_LOADS.test(text) ? javascriptReader.read(text) : []);
  for (const { moduleRequest } of module.staticImports) found.add(moduleRequest.value);
  for (const { entries } of module.staticExports)
    for (const { moduleRequest } of entries)
      if (moduleRequest !== null) found.add(moduleRequest.value);
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^\s*(['"`])([^'"`$\\]+)\1\s*$/.exec(
      text.slice(moduleRequest.start, moduleRequest.end),
    );
    if (literal?.[2] !== undefined) found.add(literal[2]);
  }
  return [...found];
}
