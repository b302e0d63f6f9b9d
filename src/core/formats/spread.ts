/** Files of languages in which dots before a name spread a value, or take in the rest of several. */
const SPREADING = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|php|phtml|dart|coffee|gql|graphql)$/i;

/** What stands behind the dots: a list or a call, or a name and what may follow a value; prose has a word there. */
const OPERAND = /^(?:[[({]|[\p{L}_$][^\s,;]*\s*(?:[,;:)\]}?|&=]|$))/u;

/** Whether all dots of a line of code are spreads, as in `{ ...existing, ...changes }`; those of a placeholder are not. */
export function isSpread(line: string, path: string): boolean {
  if (!SPREADING.test(path) || line.includes('…')) return false;
  const [, ...operands] = line.split('...');
  return operands.length > 0 && operands.every((operand) => OPERAND.test(operand));
}
