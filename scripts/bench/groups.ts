import type { BenchGroup } from './bench-group.ts';
import { engine } from './engine.ts';
import { idle } from './idle.ts';
import { landing } from './landing.ts';
import { scriptGroup } from './script-group.ts';
import { store } from './store.ts';
import { verdict } from './verdict.ts';

/** Every group, in the order in which they run. A new one is a file and a line here. */
export const BENCH_GROUPS: readonly BenchGroup[] = [
  engine,
  store,
  verdict,
  landing,
  idle,
  scriptGroup('syntax-accuracy', 'seeded breaks that the syntax gate finds'),
  scriptGroup('syntax-speed', 'the syntax gate on files of 10,000 lines'),
  scriptGroup('syntax-alarms', 'false alarms of the syntax gate on published packages'),
];
