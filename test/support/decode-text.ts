import { decode } from '../../src/core/formats/decode.ts';
import type { Decoded, DecodeOptions } from '../../src/core/formats/decoded.ts';
import type { Edit } from '../../src/core/model/edit.ts';

/** Decodes a response given as text. */
export const decodeText = (text: string, options: Partial<DecodeOptions> = {}): Decoded =>
  decode(new TextEncoder().encode(text), options);

const brief = (edit: Edit): string => {
  const path = edit.target.spelt;
  if (edit.kind === 'replace')
    return `replace ${path} ${JSON.stringify(edit.old)} -> ${JSON.stringify(edit.new)}`;
  if (edit.kind === 'insert')
    return `insert ${path} ${edit.afterLine} ${JSON.stringify(edit.text)}`;
  if (edit.kind === 'create' || edit.kind === 'write')
    return `${edit.kind} ${path} ${JSON.stringify(edit.content)}`;
  if (edit.kind === 'rename') return `rename ${path} ${edit.to.spelt}`;
  return edit.kind === 'mode' ? `mode ${path} ${edit.mode}` : `delete ${path}`;
};

/** What a response asks for, one line an edit, then one per refusal and hold. */
export const summary = (text: string, options: Partial<DecodeOptions> = {}): readonly string[] => {
  const decoded = decodeText(text, options);
  return [
    ...decoded.edits.map(brief),
    ...decoded.rejections.map(({ code, reason, path }) =>
      [`! ${code}`, reason, path].filter(Boolean).join(' '),
    ),
    ...decoded.holds.map(({ code, path }) => [`? ${code}`, path].filter(Boolean).join(' ')),
  ];
};
