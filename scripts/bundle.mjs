// Puts what a git hook runs into a few files of dist/bundle, after the compiler made dist: a hook is on somebody's way
// at every commit, and finding, reading and compiling a hundred modules takes longer than its work.
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const source = join(root, 'src');
const target = join(root, 'dist', 'bundle');

/** Left as the compiler made them: the rest of the command line, and what starts files that lie beside it. */
const APART = [
  'cli/program.ts',
  'gates/syntax/parse-process.ts',
  'gates/syntax/thread/parse-thread.ts',
];

/** Built-in modules that take long to load and that many hooks need nothing of: loaded by the first call. */
const LATE_BUILTINS = [
  'child_process',
  'crypto',
  'fs/promises',
  'stream/consumers',
  'timers/promises',
];

/** Packages that few commits need, each in a file of its own that the first call loads. */
const LATE_PACKAGES = ['jsonc-parser', 'minimatch'];

/** Found in node_modules when they are needed. */
const OUTSIDE = [/^oxc-parser/, /^web-tree-sitter/];

/** `new` and a plain call look the same to the module that is loaded late. */
const lateExport = (name) =>
  `export function ${name}(...given) { return new.target ? new (late().${name})(...given) : late().${name}(...given); }`;

/** The exports that can be called; a constant cannot come late. */
const callable = (module) =>
  Object.keys(module).filter(
    (name) =>
      typeof module[name] === 'function' && /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default',
  );

/** Where the compiler put a module of `src`, as seen from the bundle. */
const compiled = (path) =>
  `./${relative(target, join(root, 'dist', path))
    .replaceAll('\\', '/')
    .replace(/\.ts$/, '.js')}`;

const late = {
  name: 'late',
  resolveId(name, importer) {
    const builtin = name.replace(/^node:/, '');
    if (LATE_BUILTINS.includes(builtin)) return `\0builtin:${builtin}`;
    if (importer?.startsWith(source) && LATE_PACKAGES.includes(name)) return `\0package:${name}`;
    if (name.startsWith('.') && importer?.startsWith(source)) {
      const path = relative(source, resolve(dirname(importer), name)).replaceAll('\\', '/');
      if (APART.includes(path)) return { id: compiled(path), external: true };
    }
    return null;
  },
  async load(id) {
    const [kind, name] = id.startsWith('\0') ? id.slice(1).split(':') : [];
    if (kind === 'builtin') {
      const module = await import(`node:${name}`);
      const load = `const late = () => process.getBuiltinModule('node:${name}');`;
      return [load, ...callable(module).map(lateExport)].join('\n');
    }
    if (kind === 'package') {
      const module = await import(name);
      const load = `let module; const late = () => (module ??= require(__dirname + '/${name}.cjs'));`;
      return [load, ...callable(module).map(lateExport)].join('\n');
    }
    return null;
  },
};

const options = {
  platform: 'node',
  resolve: { mainFields: ['module', 'main'] },
  external: [...OUTSIDE, /^\.\/[\w-]+\.cjs$/],
  cwd: root,
  // A module that is loaded late by one and at once by another comes at once, which is meant.
  checks: { ineffectiveDynamicImport: false },
};

/** The modules that a commit nobody has anything to say against runs through: they go into one file. */
async function commonModules() {
  const entries = [
    'cli/main.ts',
    'cli/run-hook-command.ts',
    'hook/pre-commit.ts',
    'hook/commit-msg.ts',
    'gates/syntax/parse-javascript.ts',
  ];
  const bundle = await rolldown({
    ...options,
    plugins: [late],
    input: entries.map((path) => join(source, path)),
  });
  const { output } = await bundle.generate({ format: 'cjs' });
  await bundle.close();
  const byName = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const wanted = new Set(
    output.filter(({ facadeModuleId }) =>
      entries.some((path) => facadeModuleId === join(source, path)),
    ),
  );
  for (const { imports } of wanted)
    for (const name of imports) if (byName.has(name)) wanted.add(byName.get(name));
  return new Set([...wanted].flatMap(({ modules }) => Object.keys(modules)));
}

const common = await commonModules();
const bundle = await rolldown({
  ...options,
  plugins: [late],
  input: { main: join(source, 'cli', 'main.ts') },
});
await bundle.write({
  dir: target,
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  codeSplitting: { groups: [{ name: 'hook', test: (id) => common.has(id) }] },
  cleanDir: true,
});
await bundle.close();

for (const name of LATE_PACKAGES) {
  const apart = await rolldown({ ...options, input: name });
  await apart.write({ file: join(target, `${name}.cjs`), format: 'cjs' });
  await apart.close();
}
