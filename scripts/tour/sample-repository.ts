import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SAMPLE_FILES } from './sample-files.ts';

/** Makes the sample repository with one commit in a fresh temporary folder; its path. */
export function makeSampleRepository(): string {
  const dir = join(mkdtempSync(join(tmpdir(), 'sallyport-tour-')), 'corner-shop');
  for (const [path, content] of Object.entries(SAMPLE_FILES)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
  const git = (...args: readonly string[]): void => {
    execFileSync('git', args, { cwd: dir, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Tour Guide');
  git('config', 'user.email', 'tour@example.com');
  git('config', 'commit.gpgsign', 'false');
  git('add', '-A');
  git('-c', 'core.hooksPath=/dev/null', 'commit', '-q', '-m', 'The corner shop opens');
  return dir;
}
