import { LOCK_FILES } from './lock-files.ts';
import type { ProtectedRule } from './policy.ts';

const CI = [
  '.github/workflows/**',
  '.github/actions/**',
  '.github/CODEOWNERS',
  'CODEOWNERS',
  '.gitlab-ci.yml',
  '.gitlab/**',
  '.circleci/**',
  '.buildkite/**',
  '.woodpecker/**',
  '.woodpecker.y*ml',
  '.forgejo/workflows/**',
  '.gitea/workflows/**',
  '.semaphore/**',
  '.teamcity/**',
  '.travis.yml',
  '.drone.yml',
  '.appveyor.yml',
  'appveyor.yml',
  'azure-pipelines*.y*ml',
  'bitbucket-pipelines.yml',
  'Jenkinsfile*',
];

const HOOKS = [
  '.husky/**',
  '.githooks/**',
  'lefthook*.y*ml',
  '.lefthook*.y*ml',
  '.lefthook/**',
  '.pre-commit-config.y*ml',
  '.lintstagedrc*',
  'lint-staged.config.*',
  '.simple-git-hooks.*',
  'commitlint.config.*',
  '.commitlintrc*',
];

const GIT = ['.gitattributes', '.gitmodules', '.lfsconfig'];

const JAVASCRIPT = [
  'tsconfig*.json',
  'jsconfig*.json',
  'vitest.config.*',
  'vitest.workspace.*',
  'vite.config.*',
  'jest.config.*',
  '.mocharc*',
  'ava.config.*',
  'karma.conf.*',
  'playwright.config.*',
  'cypress.config.*',
  '.nycrc*',
  '.c8rc*',
  '.taprc',
  'eslint.config.*',
  '.eslintrc*',
  '.eslintignore',
  '.oxlintrc.json',
  '.oxfmtrc.json*',
  'biome.json*',
  '.prettierrc*',
  'prettier.config.*',
  '.prettierignore',
  '.stylelintrc*',
  'stylelint.config.*',
  'babel.config.*',
  '.babelrc*',
  '.swcrc',
  'webpack.config.*',
  'rollup.config.*',
  'turbo.json',
  'nx.json',
  'lerna.json',
  'knip.json*',
  '.dependency-cruiser.*',
  'pnpm-workspace.yaml',
  '.npmrc',
  '.yarnrc*',
  '.pnpmfile.*',
  'bunfig.toml',
  'deno.json*',
];

const OTHER_LANGUAGES = [
  'pyproject.toml',
  'pytest.ini',
  '.pytest.ini',
  'tox.ini',
  'noxfile.py',
  'setup.cfg',
  '.flake8',
  'mypy.ini',
  '.mypy.ini',
  'ruff.toml',
  '.ruff.toml',
  '.pylintrc',
  'pyrightconfig.json',
  '.coveragerc',
  '.cargo/**',
  'rustfmt.toml',
  '.rustfmt.toml',
  'clippy.toml',
  '.clippy.toml',
  'rust-toolchain*',
  '.golangci.*',
  '.rubocop*.yml',
  '.rspec',
  'Rakefile',
  'phpunit.xml*',
  'phpstan*.neon*',
  '.php-cs-fixer*',
  '.clang-format',
  '.clang-tidy',
  '.editorconfig',
  'Makefile',
  'GNUmakefile',
  'justfile',
  'Taskfile.y*ml',
  'build.gradle*',
  'settings.gradle*',
  'pom.xml',
];

/**
 * Paths that decide how a change is judged, or what is installed to judge it: each is held for a person. A package
 * manifest is so only in the keys that do.
 */
export const DEFAULT_PROTECTED: readonly ProtectedRule[] = [
  ...[...LOCK_FILES, ...GIT, ...HOOKS, ...CI, ...JAVASCRIPT, ...OTHER_LANGUAGES].map(
    (glob): ProtectedRule => ({ glob: anywhere(glob), action: 'hold' }),
  ),
  { glob: '**/sallyport.config.json', action: 'hold' },
  { glob: '**/package.json', action: 'hold', keys: 'commands' },
];

/** Config files count in every folder of a repository, for a workspace has its own. */
function anywhere(glob: string): string {
  return `**/${glob}`;
}
