import { shortLines, type ImportReader } from './import-reader.ts';

/** Dotted modules: `a.b`, `.a`, `..`. For `from a import b` both `a` and `a.b`, for `b` may be a module. */
export const pythonReader: ImportReader = {
  language: 'python',
  extensions: ['py', 'pyi'],
  read(text) {
    const found = new Set<string>();
    /** Module of a `from` whose list of names goes on over several lines. */
    let open: string | null = null;
    for (const line of shortLines(text)) {
      const code = line.split('#', 1)[0]?.trim() ?? '';
      if (open !== null) {
        addNames(found, open, code);
        if (code.includes(')')) open = null;
      } else if (code.startsWith('import ')) {
        for (const part of code.slice(7).split(','))
          found.add((part.trim().split(' ', 1)[0] ?? '').trim());
      } else if (code.startsWith('from ')) {
        const at = code.indexOf(' import ');
        const from = code.slice(5, at === -1 ? undefined : at).trim();
        if (at === -1 || from === '') continue;
        found.add(from);
        const names = code.slice(at + 8);
        addNames(found, from, names);
        if (names.includes('(') && !names.includes(')')) open = from;
      }
    }
    found.delete('');
    return [...found];
  },
};

function addNames(found: Set<string>, from: string, names: string): void {
  for (const part of names.split(/[(),\\]/)) {
    const name = part.trim().split(' ', 1)[0] ?? '';
    if (/^\w+$/.test(name)) found.add(from.endsWith('.') ? from + name : `${from}.${name}`);
  }
}
