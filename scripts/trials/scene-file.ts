import type { FileMode } from '../../src/core/model/edit.ts';
import type { TextFile } from './text-file.ts';

/** One file of a scene: what stood before the commit, and what the commit made of it. Null: not there. */
export interface SceneFile {
  readonly path: string;
  readonly mode: FileMode;
  readonly before: TextFile | null;
  readonly after: TextFile | null;
}
