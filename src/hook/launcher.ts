import { fileURLToPath } from 'node:url';

/** The command's own launcher, which runs what is installed beside it. */
export const LAUNCHER = fileURLToPath(new URL('../../bin/sallyport.js', import.meta.url));
