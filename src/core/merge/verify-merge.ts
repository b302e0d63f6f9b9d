/** The texts of a merge. */
export interface MergedTexts {
  readonly read: Uint8Array;
  readonly landed: Uint8Array;
  readonly yours: Uint8Array;
  readonly merged: Uint8Array;
  /** What both sides did alike. */
  readonly shared: { readonly removed: readonly string[]; readonly added: readonly string[] };
}

/**
 * Whether a merge changes only what either side changed: every line stands in it as often as it did in the read text,
 * with what landed and what the author changed added up, and what both did alike counted once. Looks at no place, so that
 * it shares nothing with what aligned the texts. A line that does not add up; null where all do.
 */
export function strayLine({ read, landed, yours, merged, shared }: MergedTexts): string | null {
  const balance = new Map<string, number>();
  count(balance, tokens(merged), 1);
  count(balance, tokens(landed), -1);
  count(balance, tokens(yours), -1);
  count(balance, tokens(read), 1);
  count(balance, shared.added, 1);
  count(balance, shared.removed, -1);
  for (const [line, left] of balance) if (left !== 0) return line;
  return null;
}

function count(balance: Map<string, number>, lines: readonly string[], by: number): void {
  for (const line of lines) balance.set(line, (balance.get(line) ?? 0) + by);
}

/** Lines with their endings, byte for byte. */
function tokens(bytes: Uint8Array): readonly string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
