import type { LandingStep } from '../git/landing.ts';

/**
 * Fault injection for the tests of recovery: with `SALLYPORT_CRASH_AT=STEP` (or `STEP:N` for its Nth time) the process
 * kills itself at that step of a landing, as a power cut would. Does nothing otherwise.
 */
export function crashPoint(
  env: Readonly<Record<string, string | undefined>>,
): (step: LandingStep) => void {
  const [wanted, times = '1'] = (env['SALLYPORT_CRASH_AT'] ?? '').split(':');
  let left = Number(times);
  return (step) => {
    if (step !== wanted) return;
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  };
}
