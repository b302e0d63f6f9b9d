import { describe, expect, test } from 'vitest';
import { detectGates } from '../../../src/config/detect-gates.ts';
import { parseConfig } from '../../../src/config/parse-config.ts';
import { renderConfig } from '../../../src/config/render-config.ts';

const detect = (paths: readonly string[], texts: Record<string, string> = {}) =>
  detectGates({
    paths: [...paths, ...Object.keys(texts)],
    texts: new Map(Object.entries(texts)),
  });

const commands = (paths: readonly string[], texts: Record<string, string> = {}) =>
  detect(paths, texts).map(({ gate }) => `${gate.name}: ${[gate.run].flat().join(' ')}`);

const manifest = (scripts: object, more: object = {}) => ({
  'package.json': JSON.stringify({ scripts, ...more }),
});

const NO_TEST = 'echo "Error: no test specified" && exit 1';

describe('package.json', () => {
  test.each([
    ['nothing', {}, []],
    ['npm’s placeholder', { test: NO_TEST }, []],
    ['a watcher', { test: 'jest --watch' }, []],
    [
      'a watcher that is switched off',
      { test: 'jest --watch=false' },
      ['test: npm run --silent test'],
    ],
    [
      'lint, types and test, in this order',
      { test: 'vitest run', lint: 'eslint .', typecheck: 'tsc', build: 'x', dev: 'y' },
      [
        'types: npm run --silent typecheck',
        'lint: npm run --silent lint',
        'test: npm run --silent test',
      ],
    ],
    [
      'the stricter one of two',
      { lint: 'eslint --fix .', 'lint:check': 'eslint .', 'test:unit': 'vitest' },
      ['lint: npm run --silent lint:check', 'test: npm run --silent test:unit'],
    ],
  ])('%s', (_, scripts, expected) => {
    expect(commands([], manifest(scripts))).toEqual(expected);
  });

  test.each([
    ['pnpm-lock.yaml', 'pnpm run test'],
    ['yarn.lock', 'yarn run test'],
    ['bun.lockb', 'bun run test'],
    ['package-lock.json', 'npm run --silent test'],
  ])('%s', (lock, run) => {
    expect(commands([lock], manifest({ test: 'x' }))).toEqual([`test: ${run}`]);
  });

  test('the compiler, where no script runs it', () => {
    const texts = manifest({}, { devDependencies: { typescript: '^7' } });
    expect(commands(['tsconfig.json'], texts)).toEqual([
      'types: npx --no-install tsc --noEmit -p tsconfig.json',
    ]);
    expect(commands([], texts)).toEqual([]);
  });

  test.each(['', '{', '[]', 'null', '{"scripts": 3}', '{"scripts": {"test": 3}}'])(
    'is no reason to fail: %j',
    (text) => {
      expect(commands([], { 'package.json': text })).toEqual([]);
    },
  );
});

test.each([
  [
    'pytest by its settings',
    [],
    { 'pyproject.toml': '[tool.pytest.ini_options]\n' },
    ['test: python3 -m pytest -q'],
  ],
  ['pytest by its tests', ['tests/test_a.py'], {}, ['test: python3 -m pytest -q']],
  ['python without tests', ['a.py'], { 'pyproject.toml': '[project]\n' }, []],
  [
    'ruff and mypy',
    [],
    { 'pyproject.toml': '[tool.ruff.lint]\n[tool.mypy]\n' },
    ['lint: ruff check .', 'types: python3 -m mypy .'],
  ],
  ['go', ['go.mod', 'a_test.go'], {}, ['vet: go vet ./...', 'test: go test ./...']],
  ['go without tests', ['go.mod', 'a.go'], {}, ['vet: go vet ./...']],
  ['cargo', ['Cargo.toml', 'Cargo.lock'], {}, ['test: cargo test --locked']],
  [
    'make',
    [],
    { Makefile: 'test := 1\nlint:\n\tx\ntest: lint\n\ty\n' },
    ['lint: make lint', 'test: make test'],
  ],
  ['no such target', [], { Makefile: 'test := 1\nall:\n' }, []],
  ['make beside others', ['Cargo.toml'], { Makefile: 'test:\n' }, ['test: cargo test']],
  [
    'two languages',
    ['Cargo.toml'],
    manifest({ test: 'vitest' }),
    ['test:npm: npm run --silent test', 'test:cargo: cargo test'],
  ],
])('%s', (_, paths, texts, expected) => {
  expect(commands(paths, texts)).toEqual(expected);
});

test('what is proposed is a valid config, with the reasons beside it', () => {
  const detected = detect(['go.mod', 'a_test.go'], manifest({ test: 'vitest', lint: 'x' }));
  const text = renderConfig(
    { target: 'main', gates: detected.map(({ gate }) => gate) },
    new Map(detected.map(({ gate, reason }) => [gate.name, `${reason}\n`])),
  );
  const parsed = parseConfig(text);
  expect(parsed.ok && parsed.value.gates.map(({ name }) => name)).toEqual([
    'lint',
    'test:npm',
    'vet',
    'test:go',
  ]);
  expect(text).toContain('    // script "lint" of package.json \n');
  expect(renderConfig({ gates: [] })).toBe('{\n  "gates": []\n}\n');
});
