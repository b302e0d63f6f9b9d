/** Renders the OpenAPI document of the HTTP door, as the daemon serves it: `openapi.json`. `--write` puts it there. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageVersion } from '../src/daemon/version.ts';
import { openApiDocument } from '../src/intake/http/openapi.ts';

/** The document as it is published. */
export const renderOpenApi = (): string =>
  `${JSON.stringify(openApiDocument(packageVersion()), null, 2)}\n`;

if (process.argv.includes('--write')) {
  writeFileSync(join(import.meta.dirname, '..', 'openapi.json'), renderOpenApi());
}
