import type { CommandHost } from '../command-spec.ts';
import { addApply } from './apply.ts';
import { addApprove } from './approve.ts';
import { addCancel } from './cancel.ts';
import { addCheck } from './check.ts';
import { addConfig } from './config.ts';
import { addContext } from './context.ts';
import { addDoctor } from './doctor.ts';
import { addExplain } from './explain.ts';
import { addHook } from './hook.ts';
import { addInit } from './init.ts';
import { addLog } from './log.ts';
import { addMcp } from './mcp.ts';
import { addPrompt } from './prompt.ts';
import { addReject } from './reject.ts';
import { addRetry } from './retry.ts';
import { addShow } from './show.ts';
import { addStart } from './start.ts';
import { addStatus } from './status.ts';
import { addStop } from './stop.ts';
import { addSubmit } from './submit.ts';
import { addWait } from './wait.ts';

/** Every command, in the order of the help text. A new one is a file and a line here. */
export const COMMANDS: readonly ((host: CommandHost) => void)[] = [
  addInit,
  addStart,
  addStop,
  addStatus,
  addDoctor,
  addApply,
  addCheck,
  addSubmit,
  addWait,
  addLog,
  addShow,
  addApprove,
  addReject,
  addRetry,
  addCancel,
  addHook,
  addMcp,
  addContext,
  addPrompt,
  addConfig,
  addExplain,
];
