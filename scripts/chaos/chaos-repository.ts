import { tempRepo, type TempRepo } from '../../test/support/temp-repo.ts';
import { joinedFiles } from './joined-file.ts';
import { fieldPath, initialContent, type Field } from './slot-file.ts';

/** Ignores the person's own leftovers, and files (not folders) named `made/nest-N`. */
const IGNORED = ['*.local', '*.swp', '/made/nest-*', '!/made/nest-*/', ''].join('\n');

/** One quick gate, so that every submission gets a scratch worktree. */
const CONFIG = `${JSON.stringify({ target: 'main', gates: [{ name: 'quick', run: 'sh check.sh' }] }, null, 2)}\n`;

/** The repository that a run is about, with the field's files and `more` in its first commit. */
export function chaosRepository(
  field: Field,
  more: Readonly<Record<string, string>> = {},
): TempRepo {
  const parts = Array.from({ length: field.files }, (_, file) => [
    fieldPath(file),
    initialContent(field, file),
  ]);
  return tempRepo({
    files: {
      ...(Object.fromEntries(parts) as Record<string, string>),
      '.gitignore': IGNORED,
      'check.sh': 'test "$(cat parts/*.conf | grep -c "^end$")" -gt 0\n',
      'sallyport.config.json': CONFIG,
      ...joinedFiles(),
      ...more,
    },
  });
}
