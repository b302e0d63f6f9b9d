import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sallyport } from '../../test/support/sallyport-command.ts';
import type { TempRepo } from '../../test/support/temp-repo.ts';

/** How a submission ended, as the command line tells. */
export interface Outcome {
  readonly id: string;
  readonly state: string;
  /** Codes of its rejections, its holds, or of its fault. */
  readonly codes: readonly string[];
  readonly why: string;
  /** What the store has as its payload. */
  readonly payload: string;
}

const FOLDERS = ['landed', 'rejected', 'failed', 'cancelled', 'held', 'waiting'];

/** Folders of the view with a receipt of a dropped file. */
export const receiptsOf = (repo: TempRepo, name: string): readonly string[] =>
  FOLDERS.filter((folder) =>
    existsSync(join(repo.dir, '.sallyport', folder, `${name}.receipt.json`)),
  );

/** All submissions, by the name of the dropped file; the command runs with no daemon. */
export async function readOutcomes(
  repo: TempRepo,
  options: { readonly launcher?: string } = {},
): Promise<ReadonlyMap<string, readonly Outcome[]>> {
  const json = async (args: readonly string[]): Promise<unknown> => {
    const end = await sallyport(repo, [...args, '--json'], options);
    if (end.stdout === '') throw new Error(`sallyport ${args.join(' ')}: ${end.stderr}`);
    return JSON.parse(end.stdout) as unknown;
  };
  const listed = (await json(['log', '--limit', '1000000'])) as readonly Listed[];
  const read = async ({
    id,
    name,
    state,
  }: Listed): Promise<Outcome & { readonly name: string }> => {
    const shown = (await json(['show', id])) as Shown;
    const payload = await sallyport(repo, ['show', id, '--payload'], options);
    const faults = shown.fault === undefined || shown.fault === null ? [] : [shown.fault];
    const codes = [...(shown.rejections ?? []), ...(shown.holds ?? []), ...faults];
    return {
      id,
      name,
      state,
      codes: codes.map(({ code }) => code),
      why: codes.map((one) => JSON.stringify(one)).join('; '),
      payload: payload.stdout,
    };
  };
  const outcomes = new Map<string, Outcome[]>();
  for (let at = 0; at < listed.length; at += AT_ONCE) {
    for (const one of await Promise.all(listed.slice(at, at + AT_ONCE).map(read))) {
      outcomes.set(one.name, [...(outcomes.get(one.name) ?? []), one]);
    }
  }
  return outcomes;
}

/** Commands that run at the same time. */
const AT_ONCE = 4;

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly state: string;
}

interface Coded {
  readonly code: string;
}

interface Shown {
  readonly rejections?: readonly Coded[];
  readonly holds?: readonly Coded[];
  readonly fault?: Coded | null;
}
