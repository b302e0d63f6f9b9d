import { applyPatch } from './apply-patch.ts';
import { bracketMarkers } from './bracket-markers.ts';
import { conflictMarkers } from './conflict-markers.ts';
import type { Format } from './format.ts';
import { gitMail } from './git-mail.ts';
import { toolCalls } from './tool-calls.ts';
import { unifiedDiff } from './unified-diff.ts';
import { wholeFile } from './whole-file.ts';
import { xmlTags } from './xml-tags.ts';

/** Every way to write edits down, in order of precedence. A new one is a file and a line here. */
export const FORMATS: readonly Format[] = [
  bracketMarkers,
  conflictMarkers,
  applyPatch,
  gitMail,
  unifiedDiff,
  toolCalls,
  xmlTags,
  wholeFile,
];
