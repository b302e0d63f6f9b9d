/**
 * False alarms of the syntax gate on code that was published, and so is sound: successive versions of npm packages as
 * before/after pairs, and files of folders as new files. What is refused is printed, to be looked at.
 *
 *   node scripts/bench/syntax-alarms.ts [--pairs N] [--folder PATH]... [--most N] [--json] [PACKAGE...]
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { AlarmTally, filesUnder, textAt } from './alarm-tally.ts';
import { createFetcher } from '../grammars/fetch-package.ts';
import { scriptOptions } from '../script-options.ts';

const { values, positionals } = scriptOptions(
  'usage: npm run bench:alarms -- [--pairs N] [--most N] [--folder DIR]... [--json] [PACKAGE]...',
  {
    options: {
      pairs: { type: 'string', default: '3' },
      folder: { type: 'string', multiple: true, default: [] },
      most: { type: 'string', default: '100000' },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  },
);

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

const tally = new AlarmTally(Number(values.most));

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
          await tally.judge({ label: `${name} ${version}..${next.version}`, path, before, after });
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
    if (text !== null) await tally.judge({ label: folder, path, before: null, after: text });
  }
}

if (values.json) console.log(JSON.stringify(tally.lines('syntax: false alarms'), null, 2));
else tally.print();
