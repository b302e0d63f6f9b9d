/**
 * A hint as every message ends with one: a capital first and, where it is a single sentence, no full stop, so that a
 * command at its end can be copied.
 */
export function hintLine(hint: string): string {
  const capital = hint.replace(/^[a-z](?=[a-z]* )/, (letter) => letter.toUpperCase());
  return capital.includes('. ') ? capital : capital.replace(/\.$/, '');
}
