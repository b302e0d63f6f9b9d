import { basename, extname } from 'node:path';
import type { Draft } from '../draft.ts';
import { ROOT } from '../run-trial.ts';
import { withEverySpelling } from './changes.ts';
import {
  dangerous,
  harmless,
  inBlocks,
  inDiffs,
  underCaptions,
  anywhere,
  type Variant,
} from './variant.ts';

/** Flaws in how the file is named. */

const hasOnlyEdits = ({ written }: Draft): boolean => written.every(({ kind }) => kind === 'edit');

const DECORATIONS: readonly ((path: string) => string)[] = [
  (path) => `### \`${path}\``,
  (path) => `**${path}**:`,
  (path) => `**\`${path}\`**`,
  (path) => `1. ${path}`,
  (path) => `- \`${path}\` (modified)`,
  (path) => `**File:** \`${path}\``,
  (path) => `Target: ${path}`,
  (path) => `#### ${path}`,
  (path) => `\`${path}\`:`,
  (path) => `## File: ${path}`,
];

const outsideDiffs: Variant['fits'] = (dialect) => inBlocks(dialect) && !inDiffs(dialect);

const isTracked = ({ scene }: Draft, path: string): boolean =>
  scene.tree.some((entry) => entry.path === path);

const sharers = ({ scene }: Draft, name: string): number =>
  scene.tree.filter(({ path }) => basename(path) === name).length;

export const NAMES: readonly Variant[] = [
  harmless('decorated-path', underCaptions, (draft, { random }) => {
    const caption = random.pick(DECORATIONS);
    return { ...draft, style: { ...draft.style, caption } };
  }),
  harmless('path-prefix', outsideDiffs, (draft, { random }) => {
    const prefix = random.pick(['a/', 'b/', './', 'path/to/', `${draft.scene.repoName}/`]);
    if (!hasOnlyEdits(draft)) return null;
    if (draft.written.some(({ spelt }) => isTracked(draft, prefix + spelt))) return null;
    return withEverySpelling(draft, (path) => prefix + path);
  }),
  harmless('diff-prefixes', inDiffs, (draft, { random }) => {
    const sidePrefixes = random.pick([
      ['', ''],
      ['i/', 'w/'],
      ['c/', 'w/'],
    ] as const);
    if (draft.written.some(({ spelt }) => /^[abciow]\//.test(spelt))) return null;
    return { ...draft, style: { ...draft.style, sidePrefixes } };
  }),
  harmless('diff-timestamps', inDiffs, (draft) => ({
    ...draft,
    style: { ...draft.style, timestamps: true },
  })),
  harmless('back-slashes', outsideDiffs, (draft) =>
    draft.written.some(({ spelt }) => spelt.includes('/'))
      ? withEverySpelling(draft, (path) => path.replaceAll('/', '\\'))
      : null,
  ),
  harmless('absolute-path', outsideDiffs, (draft) =>
    withEverySpelling(draft, (path) => `${ROOT}/${path}`),
  ),
  harmless('bare-name', outsideDiffs, (draft) => {
    const isPlain = draft.written.every(
      // A word without a dot is no name by itself.
      ({ spelt }) =>
        spelt.includes('/') &&
        basename(spelt).includes('.') &&
        sharers(draft, basename(spelt)) === 1,
    );
    return isPlain && hasOnlyEdits(draft)
      ? withEverySpelling(draft, (path) => basename(path))
      : null;
  }),

  dangerous('escaping-path', anywhere, (draft, { random }) => {
    const way = random.pick<(path: string) => string>([
      (path) => `../${path}`,
      (path) => `/etc/${basename(path)}`,
      (path) => `.git/hooks/${basename(path)}`,
      (path) => `C:/temp/${basename(path)}`,
      (path) => `~/${basename(path)}`,
      (path) => `src/../../${basename(path)}`,
      (path) => `.GIT/${basename(path)}`,
      (path) => `git~1/${basename(path)}`,
    ]);
    return { ...withEverySpelling(draft, way), intent: 'nothing' };
  }),
  dangerous('near-name', inBlocks, (draft) => {
    const near = (path: string): string =>
      `${path.slice(0, path.length - extname(path).length)}2${extname(path)}`;
    const isNew = draft.written.every(({ spelt }) => !isTracked(draft, near(spelt)));
    if (!isNew || !hasOnlyEdits(draft)) return null;
    return { ...withEverySpelling(draft, near), intent: 'nothing' };
  }),
  dangerous('case-of-path', inBlocks, (draft) => {
    const swap = (path: string): string =>
      path.replace(/[A-Za-z](?=[^/A-Za-z]*\.?[^/.]*$)/, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      );
    const isOther = draft.written.every(
      ({ spelt }) => swap(spelt) !== spelt && !isTracked(draft, swap(spelt)),
    );
    return isOther && hasOnlyEdits(draft)
      ? { ...withEverySpelling(draft, swap), intent: 'nothing' }
      : null;
  }),
  dangerous('shared-bare-name', outsideDiffs, (draft) => {
    const file = draft.written.find(
      ({ spelt }) =>
        spelt.includes('/') &&
        sharers(draft, basename(spelt)) > 1 &&
        !isTracked(draft, basename(spelt)),
    );
    if (file === undefined || !hasOnlyEdits(draft)) return null;
    return withEverySpelling(draft, (path) => (path === file.spelt ? basename(path) : path));
  }),
  dangerous('wrong-file', inBlocks, (draft, { random }) => {
    const ours = new Set(draft.world.map(({ path }) => path));
    const ext = extname(draft.written[0]?.spelt ?? '');
    const others = draft.scene.tree.filter(
      ({ path, mode }) => mode === '100644' && extname(path) === ext && !ours.has(path),
    );
    if (others.length === 0 || !hasOnlyEdits(draft)) return null;
    const other = random.pick(others);
    const text = Buffer.from(draft.scene.read(other)).toString('utf8');
    const olds = draft.written.flatMap(({ blocks }) =>
      blocks.map(({ script }) =>
        script.filter(({ tag }) => tag !== 'add').map((line) => line.text.trim()),
      ),
    );
    const lines = text.split('\n').map((line) => line.trim());
    const flat = lines.join('\n');
    if (olds.some((old) => flat.includes(old.join('\n')))) return null;
    return { ...withEverySpelling(draft, () => other.path), intent: 'nothing' };
  }),
  dangerous(
    'paths-disagree',
    ({ name }) =>
      /^(?:diff-fenced|diff-git-fenced|envelope-fenced|conflict-path-in-fence)$/.test(name),
    (draft, { random }) => {
      const others = draft.scene.tree.filter(
        ({ path, mode }) =>
          mode === '100644' &&
          /^[\w/.-]+\.\w+$/.test(path) &&
          !draft.world.some((file) => file.path.endsWith(path)),
      );
      if (others.length === 0) return null;
      const other = random.pick(others).path;
      return { ...draft, surround: (body) => `${other}\n${body}`, intent: 'nothing' };
    },
  ),
];
