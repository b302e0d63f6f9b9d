import { rubyReader } from '../../graph/import-readers/ruby.ts';
import type { ImportNames } from './import-names.ts';
import { pieceAt } from './pieces.ts';

const folded = (name: string): string => name.replaceAll(/[_-]/g, '').toLowerCase();

const baseOf = (required: string): string =>
  folded(required.slice(required.lastIndexOf('/') + 1).replace(/\.rb$/, ''));

/** Ruby: a file is taken for what defines the constant of its name, `set` for `Set`, `foo_bar` for `FooBar`. */
export const rubyImports: ImportNames = {
  isOpaque: true,
  imported: ({ text }) => new Map(rubyReader.read(text).map((name) => [baseOf(name), name])),
  uses({ pieces }) {
    const used = new Set<string>();
    const defined = new Set<string>();
    pieces.forEach(({ text, isWord }, at) => {
      if (!isWord || !/^\p{Lu}/u.test(text)) return;
      used.add(folded(text));
      if (/^(?:class|module)$/.test(pieceAt(pieces, at - 1).text)) defined.add(folded(text));
    });
    return (name) => used.has(name) && !defined.has(name);
  },
};
