import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { styleText } from 'node:util';
import { makeSampleRepository } from './sample-repository.ts';
import { SAMPLE_RESPONSES, type SampleResponse } from './sample-responses.ts';

const out = (text = ''): void => void process.stdout.write(`${text}\n`);
const strong = (text: string): string => styleText('bold', text);

/** Plays the tour and keeps guarding until a signal comes. The exit status. */
export async function tour(launcher: string): Promise<number> {
  const repo = makeSampleRepository();
  out(strong('A sample repository, and six model responses for it.'));
  out(`Repository: ${repo}`);
  out('Its one gate: npm test, from sallyport.config.json as committed.');
  out();
  const daemon = spawn(process.execPath, [launcher, 'start', '--repo', repo, '--yes', '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // The tour shows verdicts, whoever runs it: it answers for its own throw-away repository.
    env: { ...process.env, ...NO_AGENT },
  });
  const ended = new Promise<number>((resolve) => {
    daemon.on('exit', (code) => resolve(code ?? 1));
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => daemon.kill(signal));
  await greeting(daemon);

  for (const response of SAMPLE_RESPONSES) {
    if (daemon.exitCode !== null) return ended;
    await play(repo, response, daemon);
  }
  out(strong('That was the tour; the daemon keeps guarding.'));
  out(`Try it: save a response of your own into ${join(repo, '.sallyport', 'inbox')}`);
  out(`What landed: git -C ${repo} log --stat`);
  out('Your own repository: npm start -- --repo PATH');
  out('Stop with Ctrl-C.');
  return ended;
}

const NO_AGENT: Readonly<Record<string, undefined>> = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => /AGENT|CLAUDE|CODEX|CURSOR|GEMINI|AIDER|OPENCODE|COPILOT/.test(name))
    .map((name) => [name, undefined]),
);

function greeting(daemon: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    daemon.stdout?.on('data', (chunk: Buffer) => {
      if (chunk.toString('utf8').includes('Guarding')) resolve();
    });
    daemon.on('exit', () => resolve());
  });
}

async function play(
  repo: string,
  { name, gist, text }: SampleResponse,
  daemon: ChildProcess,
): Promise<void> {
  out(`${strong(name)}: ${gist}.`);
  const inbox = join(repo, '.sallyport', 'inbox');
  mkdirSync(inbox, { recursive: true });
  const draft = join(dirname(repo), name);
  writeFileSync(draft, text);
  renameSync(draft, join(inbox, name));
  const receipt = await receiptOf(repo, name, daemon);
  if (receipt !== null) tell(repo, name, receipt);
  out();
}

/** What the tour reads of a receipt. */
interface Receipt {
  readonly outcome: string;
  readonly commit: string | null;
  readonly files: readonly {
    readonly path: string;
    readonly linesAdded: number;
    readonly linesRemoved: number;
  }[];
  readonly rejections: readonly {
    readonly code: string;
    readonly title: string;
    readonly hint: string;
  }[];
}

async function receiptOf(
  repo: string,
  name: string,
  daemon: ChildProcess,
): Promise<Receipt | null> {
  while (daemon.exitCode === null) {
    for (const end of ['landed', 'rejected', 'held', 'failed']) {
      const file = join(repo, '.sallyport', end, `${name}.receipt.json`);
      if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Receipt;
    }
    await pause(50);
  }
  return null;
}

function tell(repo: string, name: string, { outcome, commit, files, rejections }: Receipt): void {
  if (outcome === 'landed') {
    out(`  ${styleText('green', 'landed')} as ${commit?.slice(0, 12)}:`);
    for (const { path, linesAdded, linesRemoved } of files)
      out(`    ${path}  +${linesAdded} -${linesRemoved}`);
    return;
  }
  out(`  ${styleText('red', outcome)}, nothing was changed:`);
  for (const { code, title, hint } of rejections) {
    out(`    ${code}: ${title}`);
    out(`    ${styleText('dim', hint)}`);
  }
  out(`    Paste back to the model: ${join(repo, '.sallyport', outcome, `${name}.reply.md`)}`);
}
