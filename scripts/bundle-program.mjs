// Puts the whole command line into a few files of dist/program, after the compiler made dist: reading and linking nine
// hundred modules takes longer than most commands, and the daemon would keep them all in memory.
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'src');
const target = join(root, 'dist', 'program');

/** Left as the compiler made them: they start files that lie beside them. */
const APART = ['gates/syntax/parse-process.ts', 'gates/syntax/thread/parse-thread.ts'];

/** Found in node_modules: parsers that are no JavaScript, and a logger that starts files of its own. */
const OUTSIDE = [/^oxc-parser/, /^web-tree-sitter/, /^pino/];

const apart = {
  name: 'apart',
  resolveId(name, importer) {
    if (!name.startsWith('.') || !importer?.startsWith(source)) return null;
    const path = relative(source, resolve(dirname(importer), name)).replaceAll('\\', '/');
    if (!APART.includes(path)) return null;
    return { id: `../${path.replace(/\.ts$/, '.js')}`, external: true };
  },
};

const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  resolve: { mainFields: ['module', 'main'] },
  external: OUTSIDE,
  plugins: [apart],
  input: { main: join(source, 'cli', 'main.ts') },
  // A module that is loaded late by one and at once by another comes at once, which is meant.
  checks: { ineffectiveDynamicImport: false },
});
await bundle.write({
  dir: target,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  cleanDir: true,
});
await bundle.close();
