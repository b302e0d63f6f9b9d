import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** One grammar in `grammars/manifest.json`: what it is, where it came from, which files it reads. */
export interface ManifestEntry {
  readonly grammar: string;
  readonly language: string;
  readonly package: string;
  readonly version: string;
  /** Path inside the package. */
  readonly file: string;
  /** Of the uncompressed file. */
  readonly sha256: string;
  /** SPDX identifier. */
  readonly licence: string;
  readonly extensions: readonly string[];
  readonly names?: readonly string[];
}

/** Empty where the file does not exist. */
export const readManifest = (file: string): readonly ManifestEntry[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly ManifestEntry[]) : [];

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');
