import { cancel } from './cancel.ts';
import { check } from './check.ts';
import { log } from './log.ts';
import { read } from './read.ts';
import { resubmit } from './resubmit.ts';
import { search } from './search.ts';
import { show } from './show.ts';
import { status } from './status.ts';
import { submit } from './submit.ts';
import type { Verb } from './verb.ts';
import { wait } from './wait.ts';

/** All that agents can do, in the order of a day's work. A new one is a file and a line here. */
export const VERBS: readonly Verb[] = [
  read,
  search,
  check,
  submit,
  wait,
  resubmit,
  cancel,
  status,
  log,
  show,
];
