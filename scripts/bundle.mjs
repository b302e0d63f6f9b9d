// Puts what a git hook runs into a few files of dist/bundle, after the compiler made dist: a hook is on somebody's way
// at every commit, and finding, reading and compiling a hundred modules takes longer than its work.
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import {
  leaveApart,
  built,
  COMMON,
  LEGAL_ALONE,
  PARSERS,
  SOURCE,
  STARTS_FILES,
} from './bundle-parts.mjs';

const target = built('bundle');

/** Left as the compiler made them: the rest of the command line, and what starts files that lie beside it. */
const APART = ['cli/program.ts', ...STARTS_FILES];

/** Built-in modules that take long to load and that many hooks need nothing of: loaded by the first call. */
const LATE_BUILTINS = [
  'child_process',
  'crypto',
  'fs/promises',
  'os',
  'stream/consumers',
  'timers/promises',
  'zlib',
];

/** Packages that few commits need, each in a file of its own that the first call loads. */
const LATE_PACKAGES = ['jsonc-parser', 'minimatch'];

/** `new` and a plain call look the same to the module that is loaded late. */
const lateExport = (name) =>
  `export function ${name}(...given) { return new.target ? new (late().${name})(...given) : late().${name}(...given); }`;

/** The exports that can be called; a constant cannot come late. */
const callable = (module) =>
  Object.keys(module).filter(
    (name) =>
      typeof module[name] === 'function' && /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default',
  );

const late = {
  name: 'late',
  resolveId(name, importer) {
    const builtin = name.replace(/^node:/, '');
    if (LATE_BUILTINS.includes(builtin)) return `\0builtin:${builtin}`;
    if (importer?.startsWith(SOURCE) && LATE_PACKAGES.includes(name)) return `\0package:${name}`;
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

const options = { ...COMMON, external: [...PARSERS, /^\.\/[\w-]+\.cjs$/] };
const plugins = [late, leaveApart(APART, target)];

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
    plugins,
    input: entries.map((path) => join(SOURCE, path)),
  });
  const { output } = await bundle.generate({ format: 'cjs' });
  await bundle.close();
  const byName = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const wanted = new Set(
    output.filter(({ facadeModuleId }) =>
      entries.some((path) => facadeModuleId === join(SOURCE, path)),
    ),
  );
  for (const { imports } of wanted)
    for (const name of imports) if (byName.has(name)) wanted.add(byName.get(name));
  return new Set([...wanted].flatMap(({ modules }) => Object.keys(modules)));
}

/** Puts the bundler's own few functions into the file that every hook loads: to open another takes longer than to read it. */
const inlineRuntime = {
  name: 'inline-runtime',
  generateBundle(_, chunks) {
    const hook = chunks['hook.cjs'];
    const runtime = Object.values(chunks).find(({ name }) => name === 'rolldown-runtime');
    const [before, after, ...more] = hook.code.split(`require("./${runtime.fileName}")`);
    if (after === undefined || more.length > 0) throw new Error('hook.cjs loads no runtime once');
    hook.code = `${before}(function (exports) {${runtime.code}\nreturn exports;})({})${after}`;
  },
};

const common = await commonModules();
const bundle = await rolldown({
  ...options,
  plugins: [...plugins, inlineRuntime],
  input: { main: join(SOURCE, 'cli', 'main.ts') },
});
await bundle.write({
  dir: target,
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: ({ name }) => (name === 'hook' ? 'hook.cjs' : '[name]-[hash].cjs'),
  codeSplitting: {
    groups: [{ name: 'hook', test: (id) => common.has(id) }],
  },
  cleanDir: true,
  charset: 'ascii',
  comments: LEGAL_ALONE,
  topLevelVar: true,
});
await bundle.close();

for (const name of LATE_PACKAGES) {
  const apart = await rolldown({ ...options, input: name });
  await apart.write({ file: join(target, `${name}.cjs`), format: 'cjs' });
  await apart.close();
}
