import { snapshotPaths } from '../apply/apply.ts';
import { sha256 } from '../model/content-hash.ts';
import type { Decoded } from '../formats/decoded.ts';
import type { FileSide, Patch, Snapshot, TreeEntry } from '../model/patch.ts';
import { CORRECTORS } from '../repair/correctors.ts';
import type { Correction, CorrectionInput, RepairKind } from '../repair/correction.ts';
import { patchText } from '../repair/patch-text.ts';
import {
  applyResponse,
  planResponse,
  type PlannedResponse,
  type PlanSettings,
} from './plan-response.ts';

/** A refused response with one mechanical correction, with which it would land. */
export interface Repair {
  readonly kind: RepairKind;
  /** What was wrong and is corrected. */
  readonly sentence: string;
  /** Ordinals of the edits that were corrected. */
  readonly blocks: readonly number[];
  readonly patch: Patch;
  /** The whole of the corrected response as a diff: what may be handed in instead. */
  readonly diff: string;
}

/** What a repair is looked for in. */
export interface RepairInput {
  readonly decoded: Decoded;
  readonly corrections: readonly Correction[];
  /** The base, with the files of `repairPaths`. */
  readonly snapshot: Snapshot;
  readonly settings: PlanSettings;
  readonly decode: CorrectionInput['decode'];
}

/** A response with more than this is mended by its author: each correction is judged like a response. */
const MAX_BYTES = 256 * 1024;
const MAX_EDITS = 50;
const MAX_PATHS = 40;

/** Every correction that may be tried on a response, whether or not it helps; none of a very large one. */
export function correctionsOf(input: CorrectionInput): readonly Correction[] {
  const { response, decoded, paths } = input;
  if (response.length > MAX_BYTES || decoded.edits.length > MAX_EDITS) return [];
  const bounded = { ...input, paths: paths.slice(0, MAX_PATHS) };
  return CORRECTORS.flatMap((correct) => correct(bounded));
}

/** Paths whose content tells which corrections help. */
export function repairPaths(
  decoded: Decoded,
  corrections: readonly Correction[],
  on: { readonly tree: readonly TreeEntry[]; readonly repoName: string },
): readonly string[] {
  const all = [decoded, ...corrections.map((each) => each.decoded)];
  return [...new Set(all.flatMap((each) => snapshotPaths(each, on.tree, on)))];
}

/** Edits that do not apply as they are. */
export const failedBlocks = (
  decoded: Decoded,
  snapshot: Snapshot,
  settings: PlanSettings,
): ReadonlySet<number> =>
  new Set(
    applyResponse(decoded, snapshot, settings)
      .blocks.filter(({ status }) => status === 'failed')
      .map(({ block }) => block),
  );

/**
 * The one correction with which a response applies, each edit at a place of its own, within every policy and with nothing
 * to ask a person about. Null where none does that, and where two come to different files: then nobody can tell which was
 * meant. What it comes to is given as a diff, which is proven to come to the same again.
 */
export function findRepair(input: RepairInput): Repair | null {
  const { corrections, snapshot, settings } = input;
  const sound = corrections.flatMap((correction) => {
    const planned = planResponse(correction.decoded, snapshot, settings);
    return planned.patch === null
      ? []
      : [
          {
            correction,
            patch: planned.patch,
            isHeld: planned.holds.length > 0,
            looseness: loosenessOf(planned),
          },
        ];
  });
  // Of several that come to the same, the one that leaves nothing to be guessed says best what was wrong.
  const [first] = sound.toSorted((a, b) => a.looseness - b.looseness);
  if (first === undefined || new Set(sound.map(({ patch }) => resultOf(patch))).size > 1)
    return null;
  const { correction, patch, isHeld } = first;
  // A diff shows less of what its author saw than a whole file does.
  const isRewrite = patch.changes.some(({ isWhole, before }) => isWhole && before !== null);
  const diff = isHeld || isRewrite ? null : provenDiff(patch, input);
  if (diff === null) return null;
  const { kind, sentence, blocks } = correction;
  return { kind, sentence, blocks, patch, diff };
}

/** How many edits still matched in a way that is short of exact. */
const loosenessOf = ({ notes }: PlannedResponse): number =>
  notes.filter(({ code }) => code.startsWith('matched-')).length;

/** Lines of context that are tried until every place stands once. */
const CONTEXTS = [3, 8, 25, Number.POSITIVE_INFINITY] as const;

function provenDiff(patch: Patch, { snapshot, settings, decode }: RepairInput): string | null {
  for (const context of CONTEXTS) {
    const text = patchText(patch, context);
    if (text === null) return null;
    const planned = planResponse(decode(Buffer.from(text)), snapshot, settings);
    const isSame = planned.patch !== null && resultOf(planned.patch) === resultOf(patch);
    if (isSame && planned.holds.length === 0) return text;
  }
  return null;
}

/** Names what a patch comes to: every path, and the very bytes and mode that stand there afterwards. */
const resultOf = ({ changes }: Patch): string =>
  sha256(
    Buffer.from(
      JSON.stringify(changes.map(({ path, from, after }) => [path, from ?? '', sideOf(after)])),
    ),
  );

const sideOf = (side: FileSide | null): readonly string[] =>
  side === null ? [] : [side.mode, sha256(side.bytes)];
