import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Unpacked packages in a temporary folder; no script of theirs runs. `spec` is `NAME@VERSION`. */
export interface Fetcher {
  /** Folder of the unpacked package. */
  readonly folder: (spec: string) => string;
  readonly file: (spec: string, path: string) => Buffer;
  readonly packageJson: (spec: string) => { readonly license?: string; readonly author?: unknown };
  /** Null for a package without a licence file. */
  readonly licenceText: (spec: string) => string | null;
  /** Removes the temporary folder. */
  readonly close: () => void;
}

/** Each package is fetched once, with the npm client as it is set up here. */
export function createFetcher(): Fetcher {
  const root = mkdtempSync(join(tmpdir(), 'sallyport-packages-'));
  const fetched = new Map<string, string>();

  const folder = (spec: string): string => {
    const known = fetched.get(spec);
    if (known !== undefined) return known;
    const into = join(root, String(fetched.size));
    mkdirSync(into);
    execFileSync(
      'npm',
      ['pack', '--silent', '--ignore-scripts', '--pack-destination', into, spec],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    const [archive] = readdirSync(into);
    if (archive === undefined) throw new Error(`npm fetched nothing for ${spec}`);
    execFileSync('tar', ['-xzf', join(into, archive), '-C', into, '--strip-components=1']);
    rmSync(join(into, archive));
    fetched.set(spec, into);
    return into;
  };

  return {
    folder,
    file: (spec, path) => readFileSync(join(folder(spec), path)),
    packageJson: (spec) =>
      JSON.parse(readFileSync(join(folder(spec), 'package.json'), 'utf8')) as {
        readonly license?: string;
      },
    licenceText: (spec) => {
      const name = readdirSync(folder(spec)).find((entry) =>
        /^(?:licen[cs]e|copying)/i.test(entry),
      );
      return name === undefined ? null : readFileSync(join(folder(spec), name), 'utf8');
    },
    close: () => rmSync(root, { recursive: true, force: true }),
  };
}
