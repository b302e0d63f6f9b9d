import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LAUNCHER } from '../../test/support/sallyport-command.ts';

/** One thing taken out of the built program: an exact text of one compiled file, and what stands there instead. */
export interface Breakage {
  readonly file: string;
  readonly text: string;
  readonly instead: string;
}

/** The safeguards whose loss a chaos run must notice. */
export const BREAKAGES = {
  'no index lock': {
    file: 'git/landing/index-lock.js',
    text: "join(gitDir, 'index.lock')",
    instead: "join(gitDir, 'sallyport-no-lock')",
  },
  'no intent row': {
    file: 'store/landing-journal.js',
    text: "database.run('INSERT INTO landing (id, submission, intent, intended_at) VALUES (?, ?, ?, ?)', intent.landing, intent.submission, JSON.stringify(intent), clock());",
    instead: '',
  },
  'no look at what was moved': {
    file: 'git/landing/write-files.js',
    text: "import { isSameFile, lookAt, statsOf } from './disk-file.js';",
    instead: "import { lookAt, statsOf } from './disk-file.js';\nconst isSameFile = () => true;",
  },
} as const satisfies Readonly<Record<string, Breakage>>;

/** Copies the built program into a folder, breaks it, and returns its launcher. Throws where the text is not there once. */
export function breakBuild(folder: string, { file, text, instead }: Breakage): string {
  const root = dirname(dirname(LAUNCHER));
  mkdirSync(folder, { recursive: true });
  for (const name of ['bin', 'dist', 'package.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  const path = join(folder, 'dist', file);
  const parts = readFileSync(path, 'utf8').split(text);
  const [before, after] = parts;
  if (parts.length !== 2 || before === undefined || after === undefined) {
    throw new Error(`${file} holds the text to break ${parts.length - 1} times: ${text}`);
  }
  writeFileSync(path, before + instead + after);
  // The bundle holds what was there before: the copy runs module by module what the compiler made.
  const bundle = join(folder, 'dist', 'program');
  rmSync(bundle, { recursive: true });
  mkdirSync(bundle);
  writeFileSync(join(bundle, 'main.js'), "export * from '../cli/main.js';\n");
  return join(folder, 'bin', 'sallyport.js');
}
