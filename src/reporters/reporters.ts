import { receiptReporter } from './receipt.ts';
import { replyReporter } from './reply.ts';
import type { Reporter } from './reporter.ts';

/** What is written beside a dropped file, in this order. The receipt comes first: it says whose the others are. */
export const REPORTERS: readonly Reporter[] = [receiptReporter, replyReporter];
