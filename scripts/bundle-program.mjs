// Puts the whole command line into a few files of dist/program, after the compiler made dist: reading and linking nine
// hundred modules takes longer than most commands, and the daemon would keep them all in memory.
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import {
  leaveApart,
  built,
  COMMON,
  LEGAL_ALONE,
  PARSERS,
  SOURCE,
  STARTS_FILES,
} from './bundle-parts.mjs';

const target = built('program');

const bundle = await rolldown({
  ...COMMON,
  external: PARSERS,
  plugins: [leaveApart(STARTS_FILES, target)],
  input: { main: join(SOURCE, 'cli', 'main.ts') },
});
await bundle.write({
  dir: target,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  cleanDir: true,
  comments: LEGAL_ALONE,
});
await bundle.close();
