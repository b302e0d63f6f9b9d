/** States of a submission. The name of an active state says which step runs next. */
export const STATES = [
  'queued',
  'planning',
  'staging',
  'gating',
  'landing',
  'waiting',
  'held',
  'landed',
  'rejected',
  'failed',
  'cancelled',
] as const;

export type State = (typeof STATES)[number];

/** States that nothing leaves. */
export const END_STATES = [
  'landed',
  'rejected',
  'failed',
  'cancelled',
] as const satisfies readonly State[];
