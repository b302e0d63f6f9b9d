/*
 * Landings that are held in the middle by means of the user's own repository (a hook, a filter), so that what a person
 * does meanwhile, or a kill, meets them at a chosen point. The verdict is that of the chaos run.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  awaitReceipt,
  drop,
  startDaemon,
  until,
  type RunningDaemon,
} from '../../test/support/sallyport-command.ts';
import type { TempRepo } from '../../test/support/temp-repo.ts';
import { chaosRepository } from './chaos-repository.ts';
import { readOutcomes } from './outcomes.ts';
import { slotPayload, type Payload } from './payloads.ts';
import { personGit } from './person-git.ts';
import { personMemory, placeKey, type OwnPlace, type PersonMemory } from './person-memory.ts';
import { save } from './person-saves.ts';
import { fieldPath, type Field } from './slot-file.ts';
import { breaches } from './verdict.ts';

const FIELD: Field = { files: 2, slots: 6 };

/** Where a landing is held: before its files are written, or when its ref has moved and the index has not. */
type HeldAt = 'staging' | 'ref-moved';

interface Held {
  readonly repo: TempRepo;
  readonly memory: PersonMemory;
  readonly payload: Payload;
  readonly launcher: string;
  /** Waits until the landing stands still. */
  readonly isHeld: () => Promise<void>;
  readonly release: () => void;
}

/** A person's commit of another file meets a landing whose ref has moved. Returns the broken promises. */
export const commitAgainstLanding = (launcher: string): Promise<readonly string[]> =>
  scenario(launcher, 'ref-moved', async (held) => {
    const { repo, memory, payload } = held;
    const daemon = await startDaemon(repo, { launcher });
    await saveOwn(held, { file: 1, line: 0 });
    repo.git('add', fieldPath(1));
    drop(repo, payload.name, payload.text);
    await held.isHeld();
    const subject = memory.nextSubject();
    const isCommitted = repo.tryGit('commit', '-q', '-m', subject).code === 0;
    held.release();
    await awaitReceipt(repo, payload.name, 'landed');
    if (!isCommitted) await personGit(repo).patiently(['commit', '-q', '-m', subject]);
    remember(memory, subject);
    return daemon;
  });

/** The daemon dies when its ref has moved and the index has not; the person then commits what they had staged. */
export const deathAfterMove = (launcher: string): Promise<readonly string[]> =>
  scenario(launcher, 'ref-moved', async (held) => {
    const { repo, memory, payload } = held;
    const first = await startDaemon(repo, { launcher });
    await saveOwn(held, { file: 1, line: 0 });
    repo.git('add', fieldPath(1));
    drop(repo, payload.name, payload.text);
    await held.isHeld();
    await first.kill();
    held.release();
    const second = await startDaemon(repo, { launcher });
    await awaitReceipt(repo, payload.name, 'landed');
    const subject = memory.nextSubject();
    await personGit(repo).patiently(['commit', '-q', '-m', subject]);
    remember(memory, subject);
    return second;
  });

/** An editor saves into a file between the landing's look at it and its write. */
export const saveAgainstLanding = (launcher: string): Promise<readonly string[]> =>
  scenario(launcher, 'staging', async (held) => {
    const { repo, memory, payload } = held;
    const daemon = await startDaemon(repo, { launcher });
    drop(repo, payload.name, payload.text);
    await held.isHeld();
    await saveOwn(held, { file: 0, line: 0 });
    held.release();
    const folder = (name: string): boolean =>
      existsSync(join(repo.dir, '.sallyport', name, `${payload.name}.receipt.json`));
    await until(() => folder('waiting') || folder('landed'), 'the landing is decided');
    const subject = memory.nextSubject();
    const isOpen = repo.git('diff', 'HEAD', '--', fieldPath(0)) !== '';
    if (isOpen) {
      await personGit(repo).patiently(['commit', '-q', '-a', '-m', subject]);
      remember(memory, subject);
    }
    await awaitReceipt(repo, payload.name, 'landed');
    return daemon;
  });

async function scenario(
  launcher: string,
  heldAt: HeldAt,
  act: (held: Held) => Promise<RunningDaemon>,
): Promise<readonly string[]> {
  using repo = chaosRepository(FIELD, heldAt === 'staging' ? { '.gitattributes': FILTERED } : {});
  const memory = personMemory(FIELD);
  const payload = slotPayload(1, [{ kind: 'slot', file: 0, slot: 1 }]);
  const hold = join(repo.root, 'hold');
  writeFileSync(hold, '');
  if (heldAt === 'staging') holdStaging(repo);
  else holdMovedRef(repo);
  const daemon = await act({
    repo,
    memory,
    payload,
    launcher,
    isHeld: () => until(() => existsSync(join(repo.root, 'held')), 'the landing is held'),
    release: () => rmSync(hold),
  });
  await daemon.stop();
  const outcomes = await readOutcomes(repo, { launcher });
  return breaches({ repo, field: FIELD, payloads: [payload], outcomes, memory });
}

const FILTERED = 'parts/*.conf filter=held\n';

/** Shell text that stands still, the first time it is reached, until the hold is taken away. */
const standStill = ({ root }: TempRepo): string =>
  `if [ -e '${root}/hold' ] && mkdir '${root}/held' 2>/dev/null; then\n` +
  `  while [ -e '${root}/hold' ]; do sleep 0.05; done\nfi`;

function holdMovedRef(repo: TempRepo): void {
  const hooks = join(repo.dir, '.git', 'hooks');
  mkdirSync(hooks, { recursive: true });
  const script = `#!/bin/sh\n[ "$1" = committed ] || exit 0\ngrep -q refs/sallyport/landed/ || exit 0\n${standStill(repo)}\n`;
  writeFileSync(join(hooks, 'reference-transaction'), script, { mode: 0o755 });
}

/** A smudge filter that is slow while the index is locked: that is, in a landing. */
function holdStaging(repo: TempRepo): void {
  const script = join(repo.root, 'smudge.sh');
  const isLanding = `[ -e '${repo.dir}/.git/index.lock' ]`;
  writeFileSync(script, `if ${isLanding}; then\n${standStill(repo)}\nfi\ncat\n`);
  repo.git('config', 'filter.held.smudge', `sh '${script}'`);
  repo.git('config', 'filter.held.clean', 'cat');
}

async function saveOwn({ repo, memory }: Held, place: OwnPlace): Promise<void> {
  const value = memory.nextValue();
  if (!(await save(repo.dir, { place, value, style: 'in-place', windowMs: 0 }))) {
    throw new Error(`${fieldPath(place.file)} is not there`);
  }
  memory.saved.set(placeKey(place), value);
}

function remember(memory: PersonMemory, subject: string): void {
  const values = new Map([...memory.saved].filter(([, value]) => value.startsWith('v')));
  memory.commits.push({ subject, style: 'directed', values });
}
