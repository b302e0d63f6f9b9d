import { decode } from '../../src/core/formats/decode.ts';
import type { Patch } from '../../src/core/model/patch.ts';
import { planResponse, type PlanSettings } from '../../src/core/planning/plan-response.ts';
import {
  correctionsOf,
  failedBlocks,
  findRepair,
  type Repair,
} from '../../src/core/planning/repair.ts';
import { DEFAULT_STALE, NOTHING_SEEN } from '../../src/core/planning/seen.ts';
import { DEFAULT_CONFIG } from '../../src/config/defaults.ts';
import type { Correction } from '../../src/core/repair/correction.ts';
import { snapshotOf, type FileValue } from './edit-values.ts';

export const REPAIR_SETTINGS: PlanSettings = {
  limits: DEFAULT_CONFIG.limits,
  protectedRules: [],
  repoName: 'repo',
  seen: NOTHING_SEEN,
  stale: DEFAULT_STALE,
  isReadRequired: false,
};

export type Files = Readonly<Record<string, FileValue>>;

const read = (response: Uint8Array) => decode(response);

/** What is tried on a response over these files, all of which were read. */
export function triedOn(files: Files, text: string): readonly Correction[] {
  const decoded = decode(Buffer.from(text));
  const snapshot = snapshotOf(files);
  const failed = failedBlocks(decoded, snapshot, REPAIR_SETTINGS);
  const paths = Object.keys(files);
  return correctionsOf({ response: Buffer.from(text), decoded, failed, paths, decode: read });
}

/** The repair of a response over these files; null: none. */
export const repairOf = (
  files: Files,
  text: string,
  settings: PlanSettings = REPAIR_SETTINGS,
): Repair | null =>
  findRepair({
    decoded: decode(Buffer.from(text)),
    corrections: triedOn(files, text),
    snapshot: snapshotOf(files),
    settings,
    decode: read,
  });

/** What a response makes of the files; null where it is refused. */
export const plannedOn = (files: Files, text: string): Record<string, string | null> | null =>
  afterOf(planResponse(decode(Buffer.from(text)), snapshotOf(files), REPAIR_SETTINGS).patch);

/** The content of every path that a patch changes. */
export function afterOf(patch: Patch | null): Record<string, string | null> | null {
  if (patch === null) return null;
  const files: Record<string, string | null> = {};
  for (const { path, from, after } of patch.changes) {
    if (from !== undefined) files[from] = null;
    files[path] = after === null ? null : Buffer.from(after.bytes).toString('latin1');
  }
  return files;
}
