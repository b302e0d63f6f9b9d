import { shortLines, type ImportReader } from './import-reader.ts';

const MODULE = /^(?:pub(?:\([^)]*\))?\s+)?mod\s+(?:r#)?(\w+)\s*;/;
const PATH_ATTRIBUTE = /^#\[path\s*=\s*"([^"]+)"\]/;
const USE = /^(?:pub(?:\([^)]*\))?\s+)?(?:use|extern\s+crate)\s+(.*)$/;

/** `mod:name`, `path:file.rs` and `use:crate::a::b`, one for each leaf of a `use` tree. */
export const rustReader: ImportReader = {
  language: 'rust',
  extensions: ['rs'],
  read(text) {
    const found = new Set<string>();
    let open = '';
    for (const line of shortLines(text)) {
      const code = (line.split('//', 1)[0] ?? '').trim();
      if (open !== '') {
        open += code;
        if (code.includes(';') || open.length > 4000) {
          addUse(found, open);
          open = '';
        }
        continue;
      }
      const module = MODULE.exec(code)?.[1];
      const file = PATH_ATTRIBUTE.exec(code)?.[1];
      const use = USE.exec(code)?.[1];
      if (module !== undefined) found.add(`mod:${module}`);
      else if (file !== undefined) found.add(`path:${file}`);
      else if (use === undefined) continue;
      else if (use.includes(';')) addUse(found, use);
      else open = use;
    }
    if (open !== '') addUse(found, open);
    return [...found];
  },
};

/** Walks a `use` tree, keeping the prefixes of the braces that are open. */
function addUse(found: Set<string>, tree: string): void {
  const prefixes: string[] = [];
  let path = '';
  const close = (): void => {
    const leaf = (path.trim().split(/\s/, 1)[0] ?? '').replace(/^::/, '');
    if (leaf !== '') found.add(`use:${prefixes.at(-1) ?? ''}${leaf}`);
    path = '';
  };
  for (const sign of tree) {
    if (sign === ';') break;
    if (sign === '{') {
      prefixes.push(`${prefixes.at(-1) ?? ''}${path.trim()}`);
      path = '';
    } else if (sign === '}') {
      close();
      prefixes.pop();
    } else if (sign === ',') close();
    else path += sign;
  }
  close();
}
