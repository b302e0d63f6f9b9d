import type { BenchGroup } from './bench-group.ts';
import { engine } from './engine.ts';
import { hookGroup } from './hook.ts';
import { idle } from './idle.ts';
import { landing } from './landing.ts';
import { queue } from './queue.ts';
import { scriptGroup } from './script-group.ts';
import { store } from './store.ts';
import { verdict } from './verdict.ts';
import { worktree } from './worktree.ts';

/** Every group, in the order in which they run. A new one is a file and a line here. */
export const BENCH_GROUPS: readonly BenchGroup[] = [
  engine,
  store,
  verdict,
  landing,
  worktree,
  hookGroup,
  idle,
  queue,
  scriptGroup(
    {
      name: 'gates',
      about: 'the syntax gate on 10,000 lines, and the graph of imports of 5,000 files',
      isOptional: false,
    },
    ['syntax-speed', 'graph'],
  ),
  scriptGroup({
    name: 'syntax-accuracy',
    about: 'seeded breaks that the syntax gate finds',
    isOptional: true,
  }),
  scriptGroup({
    name: 'syntax-alarms',
    about: 'false alarms of the syntax gate on published packages',
    isOptional: true,
  }),
  scriptGroup({
    name: 'declaration-alarms',
    about: "the same on files of Debian's sources with one declaration less",
    isOptional: true,
  }),
];
