import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Whether a Python environment has packages that are loaded from the checkout itself (editable installs, `.pth` files):
 * then code run in a scratch tree would import the user's files and not the candidate's.
 */
export function hasEditableInstalls(venv: string, checkout: string): boolean {
  return siteFolders(venv).some((folder) =>
    namesIn(folder)
      .filter((name) => /\.pth$|\.egg-link$|^__editable__.*\.py$/.test(name))
      .some((name) => readFileSync(join(folder, name), 'utf8').includes(checkout)),
  );
}

/** `lib/python3.12/site-packages` on most systems, `Lib/site-packages` on Windows. */
function siteFolders(venv: string): readonly string[] {
  const versions = ['lib', 'lib64'].flatMap((lib) =>
    namesIn(join(venv, lib)).map((version) => join(venv, lib, version, 'site-packages')),
  );
  return [...versions, join(venv, 'Lib', 'site-packages')];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
