import { collateral } from './collateral.ts';
import { contentDropped } from './content-dropped.ts';
import { deletions } from './deletions.ts';
import { fileKinds } from './file-kinds.ts';
import { leftOverMarkers } from './left-over-markers.ts';
import type { Policy } from './policy.ts';
import { pathCollisions } from './path-collisions.ts';
import { proportion } from './proportion.ts';
import { protectedPaths } from './protected-paths.ts';
import { weakenedCheck } from './weakened-check.ts';
import { fileBytes, fileCount, lineCount, rewriteRatio } from './sizes.ts';

/** All policies, in the order in which their findings are told. */
export const POLICIES: readonly Policy[] = [
  protectedPaths,
  fileKinds,
  pathCollisions,
  deletions,
  contentDropped,
  leftOverMarkers,
  weakenedCheck,
  proportion,
  collateral,
  fileCount,
  lineCount,
  fileBytes,
  rewriteRatio,
];
