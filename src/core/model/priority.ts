/** Bounds of a submission's priority: whole numbers, higher goes first. */
export const LOWEST_PRIORITY = -9;
export const HIGHEST_PRIORITY = 9;

/** What holds where nobody names one. */
export const USUAL_PRIORITY = 0;

/** Whether a number may be a submission's priority. */
export const isPriority = (value: number): boolean =>
  Number.isInteger(value) && value >= LOWEST_PRIORITY && value <= HIGHEST_PRIORITY;

/** `+3`, `-2`, `0`: as lists and commands write it. */
export const priorityText = (priority: number): string =>
  priority > 0 ? `+${priority}` : String(priority);
