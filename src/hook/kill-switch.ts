import type { Environment } from '../git/git-environment.ts';

/** Whether somebody switched all hooks off for this call: `SALLYPORT=0`. */
export const isSwitchedOff = (env: Environment): boolean =>
  /^(?:0|off|false|no)$/i.test(env['SALLYPORT'] ?? '');
