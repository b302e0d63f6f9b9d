import type { FileSide } from '../../src/core/model/patch.ts';
import { parseRepoPath } from '../../src/core/model/repo-path.ts';
import { judge } from '../../src/core/policies/judge.ts';
import { DEFAULT_LIMITS } from '../../src/core/policies/limits.ts';
import { isMeantBy } from '../../src/core/policies/path-glob.ts';
import { DEFAULT_PROTECTED } from '../../src/core/policies/protected-defaults.ts';
import type { SceneFile } from './scene-file.ts';
import { bytesOf, type TextFile } from './text-file.ts';

/**
 * Codes with which a change is refused, or a person asked about it, whoever wrote it and however it is written down. A
 * scene with such a change says nothing about how edits are read, so that it is left out and counted. `isWhole`: files are
 * given whole, whose losses are asked about besides.
 */
export function askedAbout(files: readonly SceneFile[], isWhole = false): readonly string[] {
  const codes: string[] = [];
  const changes = files.flatMap(({ path, mode, before, after }) => {
    const parsed = parseRepoPath(path);
    if (!parsed.ok) {
      codes.push('path-denied');
      return [];
    }
    if (DEFAULT_PROTECTED.some(({ glob }) => isMeantBy(path, glob))) codes.push('protected-path');
    const side = (text: TextFile | null): FileSide | null => text && { bytes: bytesOf(text), mode };
    const isSame = before !== null && after !== null && bytesOf(before).equals(bytesOf(after));
    const change = {
      path: parsed.value,
      before: side(before),
      after: side(after),
      regions: [],
      blocks: [],
      isWhole,
      isDeclaredDeletion: true,
    };
    return isSame ? [] : [change];
  });
  const { rejections, holds } = judge({
    patch: { base: null, changes },
    limits: DEFAULT_LIMITS,
    protectedRules: DEFAULT_PROTECTED,
  });
  for (const { code } of [...rejections, ...holds]) codes.push(code);
  return [...new Set(codes)];
}
