// What the bundles of the hooks and of the command line have in common.
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Where the sources are. */
export const SOURCE = join(root, 'src');

/** Modules that start files which lie beside them: they stay as the compiler made them. */
export const STARTS_FILES = [
  'gates/syntax/parse-process.ts',
  'gates/syntax/thread/parse-thread.ts',
];

/** Parsers that are no JavaScript: found in node_modules when they are needed. */
export const PARSERS = [/^oxc-parser/, /^web-tree-sitter/];

/** A folder of the built program. */
export const built = (name) => join(root, 'dist', name);

/** Leaves these modules of `src` as the compiler made them; `target` is the folder that the bundle goes to. */
export const leaveApart = (modules, target) => ({
  name: 'apart',
  resolveId(name, importer) {
    if (!name.startsWith('.') || !importer?.startsWith(SOURCE)) return null;
    const path = relative(SOURCE, resolve(dirname(importer), name)).replaceAll('\\', '/');
    if (!modules.includes(path)) return null;
    const compiled = relative(target, built(path)).replaceAll('\\', '/');
    return { id: compiled.replace(/\.ts$/, '.js'), external: true };
  },
});

/** Comments are kept in memory with the code; only what a licence asks for stays. */
export const LEGAL_ALONE = { legal: true, annotation: false, jsdoc: false };

/** How both are made. */
export const COMMON = {
  cwd: root,
  platform: 'node',
  resolve: { mainFields: ['module', 'main'] },
  // A module that is loaded late by one and at once by another comes at once, which is meant.
  checks: { ineffectiveDynamicImport: false },
};
