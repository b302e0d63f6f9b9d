import { sourceLanguage } from '../../source/source-language.ts';
import { isTestPath } from '../../source/test-path.ts';
import { addTo, type MarkerCounts, type Seen } from './marker-counts.ts';

/** A comment or attribute that silences a checker. */
interface Suppression {
  readonly name: string;
  readonly pattern: RegExp;
  readonly where: 'comment' | 'code';
  /** Without a list of rules it silences them all. */
  readonly isBareForAll?: boolean;
  /** In a test it claims that an error is there: a check of its own. */
  readonly isCheckInTests?: boolean;
}

const comment = (name: string, pattern: RegExp, rest: Partial<Suppression> = {}): Suppression => ({
  name,
  pattern,
  where: 'comment',
  ...rest,
});

const code = (name: string, pattern: RegExp): Suppression => ({ name, pattern, where: 'code' });

const ALL = { isBareForAll: true } as const;

/** The rest of the comment is the list of rules. */
const SUPPRESSIONS: readonly Suppression[] = [
  comment('eslint-disable', /\beslint-disable(?:-next-line|-line)?\b(.*)/, ALL),
  comment('oxlint-disable', /\boxlint-disable(?:-next-line|-line)?\b(.*)/, ALL),
  comment('tslint:disable', /\btslint:disable(?:-next-line|-line)?\b(.*)/, ALL),
  comment('stylelint-disable', /\bstylelint-disable(?:-next-line|-line)?\b(.*)/, ALL),
  comment('biome-ignore', /\bbiome-ignore(?:-all|-start)?\b/),
  comment('@ts-ignore', /@ts-ignore\b/),
  comment('@ts-nocheck', /@ts-nocheck\b/),
  comment('@ts-expect-error', /@ts-expect-error\b/, { isCheckInTests: true }),
  comment('coverage ignore', /\b(?:istanbul|c8|v8|node:coverage)\s+(?:ignore|disable)\b/),
  comment('noqa', /#\s{0,4}(?:flake8:\s?|ruff:\s?)?noqa\b(.*)/i, ALL),
  comment('type: ignore', /#\s*type:\s*ignore\b(.*)/, ALL),
  comment('pyright: ignore', /#\s*pyright:\s*(?:ignore|basic)\b(.*)/, ALL),
  comment('mypy: ignore', /#\s*mypy:\s*(?:ignore|disable)[\w-]*/),
  comment('pylint: disable', /#\s*pylint:\s*(?:disable|skip-file)[\w-]*=?(.*)/),
  comment('nosec', /#\s*nosec\b/),
  comment('no cover', /#\s*pragma:\s*no\s*(?:cover|branch)\b/),
  comment('rubocop:disable', /\brubocop:(?:disable|todo)\b(.*)/),
  comment('nolint', /\/\/\s*nolint\b:?(.*)/, ALL),
  comment('NOLINT', /\bNOLINT(?:NEXTLINE|BEGIN)?\b(.*)/, ALL),
  comment('NOSONAR', /\bNOSONAR\b/),
  comment('noinspection', /\bnoinspection\b/),
  comment('shellcheck disable', /\bshellcheck\s+disable=(.*)/),
  comment('swiftlint:disable', /\bswiftlint:disable\b(.*)/),
  comment('phpstan-ignore', /@?phpstan-ignore\b|@psalm-suppress\b|phpcs:(?:ignore|disable)\b/),
  code('#[allow]', /#!?\[(?:allow|expect)\(/),
  code('#[coverage(off)]', /#!?\[coverage\(off\)\]/),
  code('@SuppressWarnings', /@(?:file:)?Suppress(?:Warnings|FBWarnings|Lint)?\b/),
  code('#pragma', /#\s*pragma\s+(?:warning\s*\(?\s*disable|(?:GCC|clang)\s+diagnostic\s+ignored)/),
];

/** Something of every pattern: a text without any of it silences nothing. */
const MAY_SUPPRESS =
  /disable|ignore|no(?:check|qa|sec|lint|sonar|inspection)|expect-error|pyright|pylint|pragma|rubocop|psalm|phpcs|\[(?:allow|expect|coverage)\(|suppress/i;

/** Weight of a suppression of every rule, against one for a rule by name. */
const EVERY_RULE = 1000;

/** How much a file silences, by the way it is done; a rule that is named counts once, all of them count for many. */
export function suppressions(seen: Seen): MarkerCounts {
  const counts = new Map<string, number>();
  const { path } = seen;
  if (sourceLanguage(path).family === 'text' || !MAY_SUPPRESS.test(seen.text)) return counts;
  const { view } = seen;
  const isTest = isTestPath(path);
  for (const suppression of SUPPRESSIONS) {
    if (isTest && suppression.isCheckInTests === true) continue;
    const lines = suppression.where === 'comment' ? view.comments : view.code;
    for (const line of lines) {
      if (line === '') continue;
      const match = suppression.pattern.exec(line);
      if (match !== null) addTo(counts, suppression.name, weight(suppression, match[1] ?? ''));
    }
  }
  return counts;
}

function weight({ isBareForAll }: Suppression, rest: string): number {
  const [named = ''] = rest.split(/ -- |\*\/|\/\//, 1);
  const rules = named.split(',').filter((rule) => /\w/.test(rule));
  if (rules.length > 0) return rules.length;
  return isBareForAll === true ? EVERY_RULE : 1;
}
