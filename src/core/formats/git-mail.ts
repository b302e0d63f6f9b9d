import { Buffer } from 'node:buffer';
import type { Envelope } from './decoded.ts';
import { startsDiff } from './diff-header.ts';
import { closesTagged } from './fences.ts';
import { block, textOf, type Block, type Format, type Scan } from './format.ts';

/*
 * The head of a mail as `git format-patch` writes it: the `From <commit>` line, headers, an empty line, the rest of the
 * message, `---`, a summary. The diff under it is the diff format's.
 */

const FROM_LINE = /^From [0-9a-f]{40,64} \S/;
const HEADER = /^([A-Za-z-]{1,40}):[ \t]*(.*)$/;
const SUBJECT_TAG = /^(?:\[[^\]]{0,80}\]\s*)+/;
const ADDRESS = /^"?([^"<>]{1,200}?)"?\s*<([^<>\s]{1,200})>$/;
const MAX_HEAD = 2000;

/** A header's words in MIME's encoding, where they are: `=?UTF-8?q?...?=`. Other charsets are left as they stand. */
function decodedWords(text: string): string {
  const joined = text.replaceAll(/\?=\s+=\?/g, '?==?');
  return joined.replaceAll(
    /=\?utf-8\?([qb])\?([^?]{0,200})\?=/gi,
    (whole, kind: string, word: string) => {
      const bytes =
        kind.toLowerCase() === 'b'
          ? Buffer.from(word, 'base64')
          : Buffer.from(
              word
                .replaceAll('_', ' ')
                .replaceAll(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
                  String.fromCharCode(Number.parseInt(hex, 16)),
                ),
              'latin1',
            );
      const decoded = bytes.toString('utf8');
      return decoded.includes('\ufffd') ? whole : decoded;
    },
  );
}

interface Headers {
  readonly end: number;
  readonly values: ReadonlyMap<string, string>;
}

function readHeaders(scan: Scan, from: number): Headers {
  const values = new Map<string, string>();
  let key = '';
  let line = from;
  for (; line < scan.to; line += 1) {
    const text = textOf(scan, line);
    const match = HEADER.exec(text.slice(0, 2000));
    if (/^[ \t]+\S/.test(text) && key !== '')
      values.set(key, `${values.get(key) ?? ''} ${text.trim()}`);
    else if (match === null) break;
    else {
      key = (match[1] ?? '').toLowerCase();
      values.set(key, match[2] ?? '');
    }
  }
  return { end: line, values };
}

function envelopeOf(values: ReadonlyMap<string, string>, body: string): Partial<Envelope> {
  const subject = decodedWords(values.get('subject') ?? '')
    .replace(SUBJECT_TAG, '')
    .trim();
  const [, name, email] = ADDRESS.exec(decodedWords(values.get('from') ?? '').slice(0, 500)) ?? [];
  const message = [subject, body].filter((part) => part !== '').join('\n\n');
  return {
    ...(message === '' || message.includes('\0') || !message.isWellFormed() ? {} : { message }),
    ...(name === undefined || email === undefined ? {} : { author: { name: name.trim(), email } }),
  };
}

function read(scan: Scan, at: number): Block | null {
  if (!FROM_LINE.test(textOf(scan, at).slice(0, 100))) return null;
  const { end: headerEnd, values } = readHeaders(scan, at + 1);
  if (!values.has('from') || !values.has('subject')) return null;
  const body: string[] = [];
  let isSummary = false;
  for (let line = headerEnd; line < Math.min(scan.to, at + MAX_HEAD); line += 1) {
    const text = textOf(scan, line);
    if (scan.fence !== null && closesTagged(text, scan.fence)) return null;
    if (FROM_LINE.test(text.slice(0, 100))) return null;
    if (startsDiff(scan, line)) {
      const envelope = envelopeOf(values, body.join('\n').trim());
      return block({ from: at, end: line, reason: 'mail head', envelope });
    }
    if (text.trimEnd() === '---') isSummary = true;
    if (!isSummary) body.push(text);
  }
  return null;
}

/** The head of a patch sent as mail: message and author. */
export const gitMail: Format = {
  name: 'git-mail',
  mayBegin: (first) => first === 'F',
  read,
};
