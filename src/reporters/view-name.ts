/** Bytes of a name: leaves room for a suffix and a reporter's ending within the 255 that file systems allow. */
const MAX_BYTES = 200;

/** Separators and what Windows does not allow in a name; control characters and marks that reorder or hide text. */
const UNSAFE = /[/\\<>:"|?*]|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Names that are devices on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Somebody's name for a file -> one that is a single, visible, ordinary file name on every system. */
export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .replaceAll(UNSAFE, '_')
    .replace(/^[\s.]+/, '')
    .replace(/[\s.]+$/, '');
  if (plain === '') return 'submission';
  return shortened(DEVICE.test(plain) ? `_${plain}` : plain);
}

/** `answer.md` -> `answer-2.md`: the name for another file that is called the same. 1 is the name itself. */
export function numberedName(name: string, number: number): string {
  if (number === 1) return name;
  const { stem, extension } = split(name);
  return `${stem}-${number}${extension}`;
}

/** The extension is short and not the whole name. */
function split(name: string): { stem: string; extension: string } {
  const extension = /^.+?(?<extension>\.[^.]{1,16})$/s.exec(name)?.groups?.['extension'] ?? '';
  return { stem: name.slice(0, name.length - extension.length), extension };
}

/** Cuts the stem between characters, so that the extension stays. */
function shortened(name: string): string {
  const { stem, extension } = split(name);
  let kept = '';
  let bytes = Buffer.byteLength(extension);
  for (const character of stem) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_BYTES) break;
    kept += character;
  }
  return kept + extension;
}
