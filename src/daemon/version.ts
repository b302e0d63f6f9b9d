import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package's version, from its manifest (two folders up, in src and in dist alike). */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
  );
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    return String(manifest.version);
  }
  throw new TypeError('package.json has no version');
}
