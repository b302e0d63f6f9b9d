import type { WrittenConfig, WrittenGate } from './schema.ts';

/**
 * The text of a first config file, two blanks deep, a word list on one line. `parseConfig` reads it; `comments` stand
 * above the gates of that name.
 */
export function renderConfig(
  config: WrittenConfig,
  comments: ReadonlyMap<string, string> = new Map(),
): string {
  const { gates, ...rest } = config;
  const entries = Object.entries(rest).map(([key, value]) => `  ${pair(key, value)}`);
  if (gates !== undefined) entries.push(renderGates(gates, comments));
  return `{\n${entries.join(',\n')}\n}\n`;
}

function renderGates(gates: readonly WrittenGate[], comments: ReadonlyMap<string, string>): string {
  if (gates.length === 0) return '  "gates": []';
  const rendered = gates.map((gate) => {
    const comment = comments.get(gate.name);
    const pairs = Object.entries(gate).map(([key, value]) => pair(key, value));
    // A line break would end the comment early.
    const above = comment === undefined ? '' : `    // ${comment.replace(/\s+/g, ' ')}\n`;
    return `${above}    { ${pairs.join(', ')} }`;
  });
  return `  "gates": [\n${rendered.join(',\n')}\n  ]`;
}

const pair = (key: string, value: unknown): string =>
  `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
