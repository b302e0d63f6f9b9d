/** Checks who imports whom: every import of `src` against the rules of `layers.ts`. Exit 1 names each broken rule. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readImports } from './layers/read-imports.ts';
import { brokenRules } from './layers/rules.ts';

const src = join(dirname(dirname(fileURLToPath(import.meta.url))), 'src');
const imports = readImports(src);
const broken = brokenRules(imports);
for (const { from, to, line, reason } of broken) {
  console.error(`src/${from}:${line}: imports ${to}: ${reason}`);
}
console.error(`layers: ${imports.length} imports checked, ${broken.length} broken`);
process.exitCode = broken.length > 0 || imports.length === 0 ? 1 : 0;
