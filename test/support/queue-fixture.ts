import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { asOid, type SubmissionId } from '../../src/core/model/ids.ts';
import type { SubmissionView } from '../../src/core/lifecycle/submission-view.ts';
import { NOTHING_STATED } from '../../src/core/model/stated.ts';
import { scratchRoot } from '../../src/git/worktrees.ts';
import { submitBranch } from '../../src/intake/submit-branch.ts';
import type { PipelineContext } from '../../src/pipeline/pipeline-context.ts';
import { Scheduler, type QueueWidth } from '../../src/pipeline/scheduler.ts';
import { createInbox } from '../../src/store/inbox.ts';
import { testPipeline } from './pipeline-fixture.ts';
import type { TempRepo } from './temp-repo.ts';

/** A run of a gate, as the gate itself wrote it down. */
export interface GateRun {
  readonly gate: string;
  /** The tree that it depends on, as git names it. */
  readonly inputs: string;
  /** Gates that ran when it began, itself among them. */
  readonly living: number;
  readonly outcome: 'passed' | 'failed' | 'cut off';
}

/** Gates that write down their runs and go on only when they may. */
export interface TestGates {
  /** One gate for each folder, which depends on it alone. */
  readonly config: (folders: readonly string[]) => string;
  /** A config with one gate that depends on the whole tree. */
  readonly wholeTree: string;
  readonly hold: (gate: string) => void;
  readonly release: (gate: string) => void;
  /** In the order of their beginning. */
  readonly runs: (gate?: string) => readonly GateRun[];
}

/** A gate passes unless a file of its folder has a line `FAIL`. `ms` is how long it takes. */
export function testGates({ root }: Pick<TempRepo, 'root'>, ms = 0): TestGates {
  const log = join(root, 'gate-runs');
  mkdirSync(log);
  const script = join(root, 'gate.sh');
  writeFileSync(
    script,
    `set -u
cd "$(git rev-parse --show-toplevel)"
me='${log}/'$$
echo "$1 $(git rev-parse "HEAD:$2")" > "$me.begun"
living=0
for other in '${log}'/*.begun; do
  pid=$(basename "$other" .begun)
  [ -e '${log}'/"$pid.done" ] || { kill -0 "$pid" 2>/dev/null && living=$((living + 1)); }
done
echo "$living" > "$me.living"
echo $$ >> '${log}/order'
while [ -e '${log}/hold-'"$1" ]; do sleep 0.02; done
sleep ${ms / 1000}
if grep -rqx FAIL "./$2" --exclude-dir=.git; then echo failed > "$me.done"; exit 1; fi
echo passed > "$me.done"
`,
  );
  const gate = (name: string, path: string, files: readonly string[]) => ({
    name,
    run: ['sh', script, name, path],
    ...(files.length === 0 ? {} : { files, inputs: files }),
  });
  const configOf = (gates: readonly unknown[]): string => JSON.stringify({ sandbox: 'off', gates });
  const held = (name: string): string => join(log, `hold-${name}`);
  const read = (pid: string, kind: string): string | null => {
    const path = join(log, `${pid}.${kind}`);
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
  };
  return {
    config: (folders) => configOf(folders.map((name) => gate(name, name, [`/${name}/**`]))),
    wholeTree: configOf([gate('all', '', [])]),
    hold: (name) => writeFileSync(held(name), ''),
    release: (name) => rmSync(held(name)),
    runs: (wanted) => {
      const order = join(log, 'order');
      if (!existsSync(order)) return [];
      const pids = readFileSync(order, 'utf8').trim().split('\n');
      const all = pids.map((pid) => {
        const [name = '', inputs = ''] = (read(pid, 'begun') ?? '').split(' ');
        const done = read(pid, 'done');
        const outcome = done === 'passed' || done === 'failed' ? done : 'cut off';
        return { gate: name, inputs, living: Number(read(pid, 'living')), outcome } as const;
      });
      return wanted === undefined ? all : all.filter((run) => run.gate === wanted);
    },
  };
}

/** A queue at work on a repository. */
export interface TestQueue extends AsyncDisposable {
  readonly context: PipelineContext;
  readonly scheduler: Scheduler;
  /** Hands in a response; the queue hears of it. */
  readonly submit: (text: string, priority?: number) => SubmissionId;
  /** The same for the branch of this name. */
  readonly submitBranch: (temp: TempRepo, name: string) => Promise<SubmissionId>;
  readonly view: (id: SubmissionId) => SubmissionView;
  readonly states: (ids: readonly SubmissionId[]) => readonly (string | null)[];
  /** Waits until something is so; the limit only ends a hang. */
  readonly until: (check: () => void) => Promise<void>;
  /** Waits for the end of every one of them. */
  readonly ended: (ids: readonly SubmissionId[]) => Promise<void>;
  readonly cancel: (id: SubmissionId) => void;
  /** Scratch worktrees that are in use, or lie about. From then on none is kept for its next use. */
  readonly scratchTrees: () => Promise<readonly string[]>;
}

const author = { name: 'Sub Mitter', email: 'sub@example.com', agent: null };
const terms = { target: null, parent: null, claimKey: null, author };
const ENDS: readonly (string | null)[] = ['landed', 'rejected', 'failed', 'cancelled', 'held'];

/** Works the queue of a repository. `change` puts something else in the place of a part of the pipeline. */
export async function testQueue(
  temp: TempRepo,
  width: QueueWidth,
  change: (context: PipelineContext) => Partial<PipelineContext> = () => ({}),
): Promise<TestQueue> {
  const pipeline = await testPipeline(temp);
  const context = { ...pipeline.context, ...change(pipeline.context) };
  const { ledger } = context.store;
  const inbox = createInbox(context.store);
  const scheduler = new Scheduler(context, width);
  const states = (ids: readonly SubmissionId[]) => ids.map(ledger.state);
  const until = (check: () => void): Promise<void> => vi.waitFor(check, 60_000);
  return {
    context,
    scheduler,
    submit: (text, priority = 0) => {
      const payload = Buffer.from(text);
      const { id } = inbox.submit({ ...terms, name: 'a.md', source: 'cli', payload, priority });
      scheduler.wake();
      return id;
    },
    submitBranch: async (from, name) => {
      const payload = { ref: `refs/heads/${name}`, commit: asOid(from.git('rev-parse', name)) };
      const place = { repo: context.repo, inbox, clock: Date.now };
      const { id } = await submitBranch(place, payload, { ...terms, stated: NOTHING_STATED });
      scheduler.wake();
      return id;
    },
    view: ledger.view,
    states,
    until,
    ended: (ids) =>
      until(() => {
        const open = states(ids).filter((state) => !ENDS.includes(state));
        if (open.length > 0) throw new Error(`still ${open.join(', ')}`);
      }),
    cancel: (id) => {
      const by = { kind: 'person', name: 'tester' } as const;
      ledger.record(id, { type: 'Cancelled', by }, ledger.view(id).seq);
      scheduler.wake();
    },
    scratchTrees: async () => {
      await pipeline.trees.end();
      return readdirSync(await scratchRoot(context.repo)).filter((name) =>
        name.startsWith('sallyport-'),
      );
    },
    [Symbol.asyncDispose]: async () => {
      await scheduler.stop();
      await pipeline[Symbol.asyncDispose]();
    },
  };
}

/** A response that gives a file this text. */
export const file = (path: string, text: string): string => `\`\`\`text ${path}\n${text}\`\`\`\n`;
