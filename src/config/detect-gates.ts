import type { WrittenGate } from './schema.ts';

/** A gate that a repository seems to have, and what shows it. `init` runs each once on the base before it writes it. */
export interface DetectedGate {
  readonly gate: WrittenGate;
  /** For the person: `script "test" of package.json`. */
  readonly reason: string;
}

/** The repository as far as detection looks at it: every tracked path, and the text of `DETECTION_FILES`. */
export interface DetectionInput {
  readonly paths: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
}

/** Files whose text `detectGates` reads, where they are tracked. */
export const DETECTION_FILES = [
  'package.json',
  'pyproject.toml',
  'setup.cfg',
  'tox.ini',
  'Makefile',
];

/** Proposes gates for a repository. Only what stands at its root counts; a Makefile counts where nothing else has tests. */
export function detectGates(input: DetectionInput): readonly DetectedGate[] {
  const detected = [
    ...packageGates(input),
    ...pythonGates(input),
    ...goGates(input),
    ...cargoGates(input),
  ];
  const hasTests = detected.some(({ gate }) => gate.name.startsWith('test'));
  return withNamesOfTheirOwn([...detected, ...(hasTests ? [] : makeGates(input))]);
}

/** Tests take long: they run before something leaves the machine, not on every commit. */
const BEFORE_IT_LEAVES: WrittenGate['when'] = ['landing', 'push'];

/** Scripts by what they are for; of each group the first that exists is taken. */
const SCRIPTS: readonly { readonly name: string; readonly scripts: readonly string[] }[] = [
  {
    name: 'types',
    scripts: ['typecheck', 'type-check', 'types', 'check-types', 'check:types', 'tsc'],
  },
  { name: 'lint', scripts: ['lint:check', 'lint:ci', 'lint'] },
  { name: 'format', scripts: ['format:check', 'check:format', 'check-format', 'fmt:check'] },
  { name: 'test', scripts: ['test:ci', 'test', 'test:unit', 'tests'] },
];

function packageGates({ paths, texts }: DetectionInput): readonly DetectedGate[] {
  const manifest = parsedObject(texts.get('package.json'));
  if (manifest === null) return [];
  const scripts = stringsOf(manifest['scripts']);
  const run = scriptRunner(paths);
  const found = SCRIPTS.flatMap(({ name, scripts: names }): readonly DetectedGate[] => {
    const script = names.find((candidate) => isCheck(scripts[candidate]));
    if (script === undefined) return [];
    const gate = {
      name,
      run: [...run, script],
      ...(name === 'test' ? { when: BEFORE_IT_LEAVES } : {}),
    };
    return [{ gate, reason: `script "${script}" of package.json` }];
  });
  const hasCompiler =
    'typescript' in
    { ...stringsOf(manifest['devDependencies']), ...stringsOf(manifest['dependencies']) };
  if (
    hasCompiler &&
    paths.includes('tsconfig.json') &&
    !found.some(({ gate }) => gate.name === 'types')
  ) {
    const gate = {
      name: 'types',
      run: ['npx', '--no-install', 'tsc', '--noEmit', '-p', 'tsconfig.json'],
    };
    found.unshift({ gate, reason: 'tsconfig.json, and typescript among the dependencies' });
  }
  return found;
}

/** A script that ends by itself and says something about the tree: not npm's placeholder, not a watcher. */
const isCheck = (script: string | undefined): boolean =>
  script !== undefined &&
  script.trim() !== '' &&
  !/no test specified/i.test(script) &&
  !/(?:^|\s)--watch(?:All)?(?!=false)(?:\s|$)/.test(script);

function scriptRunner(paths: readonly string[]): readonly string[] {
  if (paths.includes('pnpm-lock.yaml')) return ['pnpm', 'run'];
  if (paths.includes('yarn.lock')) return ['yarn', 'run'];
  if (paths.includes('bun.lock') || paths.includes('bun.lockb')) return ['bun', 'run'];
  return ['npm', 'run', '--silent'];
}

function pythonGates({ paths, texts }: DetectionInput): readonly DetectedGate[] {
  const settings = ['pyproject.toml', 'setup.cfg', 'tox.ini'].map((name) => texts.get(name) ?? '');
  const names = (pattern: RegExp): boolean => settings.some((text) => pattern.test(text));
  const gates: DetectedGate[] = [];
  const files = ['*.py', '*.pyi', 'pyproject.toml'];
  if (names(/^\[tool\.ruff\b/m) || paths.includes('ruff.toml') || paths.includes('.ruff.toml')) {
    gates.push({
      gate: { name: 'lint', run: ['ruff', 'check', '.'], files },
      reason: 'settings of ruff',
    });
  }
  if (names(/^\[(?:tool\.)?mypy\b/m) || paths.includes('mypy.ini')) {
    const gate = { name: 'types', run: ['python3', '-m', 'mypy', '.'], files };
    gates.push({ gate, reason: 'settings of mypy' });
  }
  const reason = pytestReason(paths, names);
  if (reason !== null) {
    const run = ['python3', '-m', 'pytest', '-q'];
    gates.push({ gate: { name: 'test', run, when: BEFORE_IT_LEAVES }, reason });
  }
  return gates;
}

function pytestReason(
  paths: readonly string[],
  names: (pattern: RegExp) => boolean,
): string | null {
  if (paths.includes('pytest.ini') || names(/^\[(?:tool\.)?(?:tool:)?pytest\b/m)) {
    return 'settings of pytest';
  }
  const test = paths.find((path) => /(?:^|\/)(?:test_[^/]+|[^/]+_test|conftest)\.py$/.test(path));
  return test === undefined ? null : `tests such as ${test}`;
}

function goGates({ paths }: DetectionInput): readonly DetectedGate[] {
  if (!paths.includes('go.mod')) return [];
  const reason = 'go.mod';
  const vet = { name: 'vet', run: ['go', 'vet', './...'], files: ['*.go', 'go.mod', 'go.sum'] };
  const test = { name: 'test', run: ['go', 'test', './...'], when: BEFORE_IT_LEAVES };
  const hasTests = paths.some((path) => path.endsWith('_test.go'));
  return [{ gate: vet, reason }, ...(hasTests ? [{ gate: test, reason }] : [])];
}

function cargoGates({ paths }: DetectionInput): readonly DetectedGate[] {
  if (!paths.includes('Cargo.toml')) return [];
  const locked = paths.includes('Cargo.lock') ? ['--locked'] : [];
  const gate = { name: 'test', run: ['cargo', 'test', ...locked], when: BEFORE_IT_LEAVES };
  return [{ gate, reason: 'Cargo.toml' }];
}

function makeGates({ texts }: DetectionInput): readonly DetectedGate[] {
  const makefile = texts.get('Makefile');
  if (makefile === undefined) return [];
  return ['lint', 'test', 'check'].flatMap((target): readonly DetectedGate[] => {
    const isTarget = new RegExp(`^${target}\\s*::?(?!=)`, 'm').test(makefile);
    const gate = { name: target, run: ['make', target], when: BEFORE_IT_LEAVES };
    return isTarget ? [{ gate, reason: `target "${target}" of the Makefile` }] : [];
  });
}

/** Two ecosystems in one repository may both have tests. */
function withNamesOfTheirOwn(detected: readonly DetectedGate[]): readonly DetectedGate[] {
  const counts = new Map<string, number>();
  for (const { gate } of detected) counts.set(gate.name, (counts.get(gate.name) ?? 0) + 1);
  return detected.map(({ gate, reason }) => {
    if ((counts.get(gate.name) ?? 0) < 2) return { gate, reason };
    return { gate: { ...gate, name: `${gate.name}:${String(gate.run[0])}` }, reason };
  });
}

function parsedObject(text: string | undefined): Readonly<Record<string, unknown>> | null {
  if (text === undefined) return null;
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

const stringsOf = (value: unknown): Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string',
        ),
      )
    : {};
