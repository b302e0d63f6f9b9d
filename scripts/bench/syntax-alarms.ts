/**
 * False alarms of the syntax gate on code that was published, and so is sound: successive versions of npm packages as
 * before/after pairs, and files of folders as new files. What is refused is printed, to be looked at.
 *
 *   node scripts/bench/syntax-alarms.ts [--pairs N] [--folder PATH]... [--most N] [--json] [PACKAGE...]
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { checkSyntax } from '../../src/gates/syntax/check-syntax.ts';
import { SYNTAX_CHECKERS } from '../../src/gates/syntax/registry.ts';
import { changedFile } from '../../test/support/changed-file.ts';
import { createFetcher } from '../grammars/fetch-package.ts';

const { values, positionals } = parseArgs({
  options: {
    pairs: { type: 'string', default: '3' },
    folder: { type: 'string', multiple: true, default: [] },
    most: { type: 'string', default: '100000' },
    json: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

/** Packages that publish sources of many languages. */
const PACKAGES =
  positionals.length > 0 || values.folder.length > 0
    ? positionals
    : [
        'zod',
        'hono',
        'pyright',
        '@openzeppelin/contracts',
        'bootstrap',
        'bullmq',
        'react-native',
        'expo-modules-core',
        'expo-camera',
        'react-native-screens',
        'react-native-reanimated',
        '@capacitor/ios',
        '@wordpress/block-library',
        'primevue',
        'flowbite-svelte',
        'carbon-components-svelte',
        'elm-test',
      ];

const MOST_BYTES = 400_000;

interface Count {
  files: number;
  refused: number;
  noted: number;
}

const counts = new Map<string, Count>();
const refusals: string[] = [];
const most = Number(values.most);

const languageOf = (path: string, text: string): string | undefined =>
  SYNTAX_CHECKERS.find(({ claims }) => claims(path, text))?.language;

async function judge(
  label: string,
  path: string,
  before: string | null,
  after: string,
): Promise<void> {
  const language = languageOf(path, after);
  if (language === undefined) return;
  const key = `${language}${before === null ? ' (new)' : ''}`;
  const count = counts.get(key) ?? { files: 0, refused: 0, noted: 0 };
  counts.set(key, count);
  if (count.files >= most) return;
  const changes = [changedFile(path, before, after)];
  const { rejections, notes } = await checkSyntax({ base: null, changes });
  count.files += 1;
  count.noted += notes.length > 0 ? 1 : 0;
  const [first] = rejections;
  if (first === undefined) return;
  count.refused += 1;
  refusals.push(
    `${label} ${path}:${first.lines?.[0] ?? 0} ${key}: ${JSON.stringify(first.facts?.['message'])}`,
  );
}

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.min\.(?:js|css)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

function textAt(file: string): string | null {
  try {
    if (statSync(file).size > MOST_BYTES) return null;
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch {
    return null;
  }
}

/** The last releases of a package, oldest first. */
function releasesOf(name: string, count: number): readonly string[] {
  const listed = execFileSync('npm', ['view', name, 'versions', '--json'], { encoding: 'utf8' });
  const all = (JSON.parse(listed) as string[]).filter((version) => /^\d+\.\d+\.\d+$/.test(version));
  const latest = new Map(all.map((version) => [version.split('.').slice(0, 2).join('.'), version]));
  return [...latest.values()].slice(-count);
}

async function judgePackage(name: string): Promise<void> {
  const fetcher = createFetcher();
  try {
    const folders = releasesOf(name, Number(values.pairs) + 1).map((version) => ({
      version,
      folder: fetcher.folder(`${name}@${version}`),
    }));
    for (const [index, { version, folder }] of folders.entries()) {
      const next = folders[index + 1];
      if (next === undefined) break;
      for (const path of filesUnder(next.folder)) {
        const after = textAt(join(next.folder, path));
        const before = textAt(join(folder, path));
        if (after !== null && after !== before)
          await judge(`${name} ${version}..${next.version}`, path, before, after);
      }
    }
  } finally {
    fetcher.close();
  }
}

for (const name of PACKAGES) await judgePackage(name);
for (const folder of values.folder) {
  for (const path of filesUnder(folder)) {
    const text = textAt(join(folder, path));
    if (text !== null) await judge(folder, path, null, text);
  }
}

const rows = [...counts].toSorted(([a], [b]) => a.localeCompare(b));
const total = (key: keyof Count): number => rows.reduce((sum, [, count]) => sum + count[key], 0);
if (values.json) {
  const result = {
    name: 'syntax: false alarms',
    value: total('refused'),
    unit: `of ${total('files')}`,
    target: 0,
    ok: total('refused') === 0,
  };
  console.log(JSON.stringify([result], null, 2));
} else {
  for (const [language, { files, refused, noted }] of rows)
    console.log(
      `${language.padEnd(34)} ${String(files).padStart(6)} files ${String(refused).padStart(4)} refused ${String(noted).padStart(4)} noted`,
    );
  console.log(
    `${'all'.padEnd(34)} ${String(total('files')).padStart(6)} files ${String(total('refused')).padStart(4)} refused ${String(total('noted')).padStart(4)} noted`,
  );
}
for (const line of refusals) console.error(line);
