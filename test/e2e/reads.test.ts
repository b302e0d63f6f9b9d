import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  replaceBlock,
  sallyport,
  startDaemon,
  type CommandEnd,
  type RunningDaemon,
} from '../support/sallyport-command.ts';
import { tempRepo, type TempRepo } from '../support/temp-repo.ts';

const LINES = Array.from({ length: 30 }, (_, at) => `const value${at + 1} = ${at + 1};`);
const FILE = `${LINES.join('\n')}\n`;
/** The file with some lines (1-based) changed. */
const changed = (lines: Readonly<Record<number, string>>): string =>
  `${LINES.map((line, at) => lines[at + 1] ?? line).join('\n')}\n`;
const AGENT = { env: { SALLYPORT_AGENT: 'agent-7' } };

const open: { repo: TempRepo; daemon: RunningDaemon | null }[] = [];
afterEach(async () => {
  for (const { repo, daemon } of open.splice(0)) {
    const end = await daemon?.stop();
    repo.remove();
    if (end !== undefined) expect(end).toMatchObject({ code: 0, signal: null });
  }
});

async function guarded(config: object = {}): Promise<TempRepo> {
  const repo = tempRepo({
    files: { 'a.js': FILE, 'b.txt': 'b\n', 'sallyport.config.json': JSON.stringify(config) },
  });
  const entry: (typeof open)[number] = { repo, daemon: null };
  open.push(entry);
  entry.daemon = await startDaemon(repo);
  return repo;
}

interface Given {
  readonly token: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
}

async function context(repo: TempRepo, ...args: readonly string[]): Promise<Given> {
  const end = await sallyport(repo, ['context', '--json', ...args], AGENT);
  expect(end).toMatchObject({ code: 0 });
  return JSON.parse(end.stdout) as Given;
}

/** A receipt as these tests look at it. */
interface Receipt {
  readonly id: string;
  readonly state: string;
  readonly rejections: readonly {
    readonly code: string;
    readonly reason?: string;
    readonly facts?: Readonly<Record<string, unknown>>;
    readonly sides?: unknown;
  }[];
  readonly holds: readonly { readonly code: string }[];
  readonly notes: readonly { readonly code: string }[];
  readonly reply: {
    readonly resubmission: {
      readonly token: string;
      readonly attemptsLeft: number;
      readonly meanwhile: readonly {
        readonly subject: string;
        readonly submission: string | null;
      }[];
    } | null;
  } | null;
}

/** Hands a response in as an agent and waits for its end. */
async function submit(
  repo: TempRepo,
  response: string,
  options: { readonly env?: Readonly<Record<string, string>> } = AGENT,
): Promise<Receipt> {
  const end: CommandEnd = await sallyport(repo, ['submit', '--wait', '--json', '-'], {
    input: response,
    ...options,
  });
  return JSON.parse(end.stdout) as Receipt;
}

const onDisk = (repo: TempRepo): string => readFileSync(join(repo.dir, 'a.js'), 'utf8');
const codes = ({ rejections }: Receipt): readonly string[] =>
  rejections.map(({ code, reason }) => `${code}${reason === undefined ? '' : `/${reason}`}`);

describe('an edit of a file that changed after it was read', () => {
  test('is merged with what landed, where the two do not touch', async () => {
    const repo = await guarded();
    const { token } = await context(repo, 'a.js');
    // It takes away a line that the edit quotes as context: by itself the edit would not find its place.
    repo.commit('somebody else', { 'a.js': changed({ 9: '// value9 is gone', 25: 'late();' }) });
    const old = LINES.slice(8, 12).join('\n');
    const receipt = await submit(
      repo,
      `Read: ${token}\n\n${replaceBlock('a.js', old, old.replace('= 12', '= 1200'))}`,
    );
    expect(receipt).toMatchObject({ state: 'landed', notes: [{ code: 'merged' }] });
    expect(onDisk(repo)).toBe(
      changed({ 9: '// value9 is gone', 12: 'const value12 = 1200;', 25: 'late();' }),
    );
    expect(repo.status()).toEqual([]);
  });

  test('is refused where both changed the same line, with three sides, who it was, and a token', async () => {
    const repo = await guarded();
    const { token } = await context(repo, 'a.js:5-15');
    const first = await submit(
      repo,
      `Message: Raise value 12\n\n${replaceBlock('a.js', 'const value12 = 12;', 'const value12 = 13;')}`,
    );
    expect(first.state).toBe('landed');
    const second = await submit(
      repo,
      `Read: ${token}\n\n${replaceBlock('a.js', 'const value12 = 12;', 'const value12 = 99;')}`,
    );
    expect(codes(second)).toEqual(['merge-conflict/same-lines']);
    expect(second.rejections[0]).toMatchObject({
      facts: { subject: 'Raise value 12', submission: first.id },
      sides: {
        read: { firstLine: 12, lines: ['const value12 = 12;'] },
        landed: { firstLine: 12, lines: ['const value12 = 13;'] },
        yours: { firstLine: 12, lines: ['const value12 = 99;'] },
      },
    });
    const packet = second.reply?.resubmission;
    expect(packet).toMatchObject({
      attemptsLeft: 3,
      meanwhile: [{ subject: 'Raise value 12', submission: first.id }],
    });
    const { stdout: reply } = await sallyport(repo, ['show', '--reply', second.id]);
    for (const part of ['As it was read', 'As it stands now', first.id, `Read: ${packet?.token}`])
      expect(reply).toContain(part);

    const third = await submit(
      repo,
      `Read: ${packet?.token}\n\n${replaceBlock('a.js', 'const value12 = 13;', 'const value12 = 99;')}`,
    );
    expect(third.state).toBe('landed');
    expect(onDisk(repo)).toBe(changed({ 12: 'const value12 = 99;' }));
  });

  test('a whole file is refused, and bringing the old lines back is refused with the new token too', async () => {
    const repo = await guarded();
    const { token } = await context(repo, 'a.js');
    repo.commit('raise the third', { 'a.js': changed({ 3: 'const value3 = 300;' }) });
    const whole = `a.js\n\n\`\`\`js\n${changed({ 20: 'const value20 = 0;' })}\`\`\`\n`;
    const first = await submit(repo, `Read: ${token}\n\n${whole}`);
    expect(codes(first)).toEqual(['stale-read/content-changed']);
    const renewed = first.reply?.resubmission?.token ?? '';
    const second = await submit(repo, `Read: ${renewed}\n\n${whole}`);
    expect(codes(second)).toEqual(['reverts-landed-work/hunk']);
    const mended = whole.replace('value3 = 3;', 'value3 = 300;');
    const third = await submit(repo, `Read: ${second.reply?.resubmission?.token}\n\n${mended}`);
    expect(third.state).toBe('landed');
    expect(onDisk(repo)).toBe(changed({ 3: 'const value3 = 300;', 20: 'const value20 = 0;' }));
  });

  test('is applied to the files on disk, merged with what stands there', async () => {
    const repo = tempRepo({ files: { 'a.js': FILE } });
    open.push({ repo, daemon: null });
    const { token } = await context(repo, 'a.js');
    repo.write('a.js', changed({ 9: '// value9 is gone' }));
    const old = LINES.slice(8, 12).join('\n');
    const end = await sallyport(repo, ['apply', '-'], {
      input: `Read: ${token}\n\n${replaceBlock('a.js', old, old.replace('= 12', '= 1200'))}`,
    });
    expect(end).toMatchObject({ code: 0 });
    expect(onDisk(repo)).toBe(changed({ 9: '// value9 is gone', 12: 'const value12 = 1200;' }));
  });
});

describe('an agent', () => {
  test('must have read what it replaces whole, and a token is enough', async () => {
    const repo = await guarded();
    const whole = `a.js\n\n\`\`\`js\n${changed({ 20: 'const value20 = 0;' })}\`\`\`\n`;
    expect(codes(await submit(repo, whole))).toEqual(['read-required/whole-file']);
    const part = await context(repo, 'a.js:10-25');
    expect(codes(await submit(repo, `Read: ${part.token}\n\n${whole}`))).toEqual([
      'read-required/whole-file',
    ]);
    const { token } = await context(repo, 'a.js');
    expect((await submit(repo, `Read: ${token}\n\n${whole}`)).state).toBe('landed');
  });

  test('that garbles a token is told which one it may have meant', async () => {
    const repo = await guarded();
    const { token } = await context(repo, 'a.js');
    const garbled = token.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    const block = replaceBlock('a.js', 'const value1 = 1;', 'const value1 = 0;');
    const receipt = await submit(repo, `Read: ${garbled}\n\n${block}`);
    expect(receipt.rejections).toMatchObject([
      { code: 'unknown-reference', facts: { reference: garbled, near: [token] } },
    ]);
    expect((await submit(repo, `Read: ${token.toUpperCase()}\n\n${block}`)).state).toBe('landed');
  });

  test('that is refused by the same gate again and again is held in the end', async () => {
    const repo = await guarded({
      sandbox: 'off',
      retry: { max: 1 },
      gates: [{ name: 'no', run: ['sh', '-c', '! grep -q bad a.js'] }],
    });
    const attempt = (token: string | undefined, at: number) =>
      submit(
        repo,
        `${token === undefined ? '' : `Read: ${token}\n\n`}${replaceBlock('a.js', LINES[0] ?? '', `bad(${at});`)}`,
      );
    const first = await attempt(undefined, 1);
    expect(first.reply?.resubmission).toMatchObject({ attemptsLeft: 1 });
    const second = await attempt(first.reply?.resubmission?.token, 2);
    expect(codes(second)).toEqual(['gate-failed/exit']);
    expect(second.reply?.resubmission).toMatchObject({ attemptsLeft: 0 });
    const third = await attempt(second.reply?.resubmission?.token, 3);
    expect(third).toMatchObject({ state: 'held', holds: [{ code: 'retries-exhausted' }] });
  });
});

test('the same change on the same base is refused at once; a person may have the gates run again', async () => {
  const runs = (repo: TempRepo): number =>
    readFileSync(join(repo.root, 'runs'), 'utf8').split('\n').length - 1;
  const repo = tempRepo({ files: { 'a.js': FILE } });
  const entry: (typeof open)[number] = { repo, daemon: null };
  open.push(entry);
  const script = `echo run >> '${join(repo.root, 'runs')}'; ! grep -q bad a.js`;
  repo.commit('config', {
    'sallyport.config.json': JSON.stringify({
      sandbox: 'off',
      gates: [{ name: 'no', run: ['sh', '-c', script] }],
    }),
  });
  entry.daemon = await startDaemon(repo);
  const block = replaceBlock('a.js', LINES[0] ?? '', 'bad();');
  const first = await submit(repo, block);
  expect(codes(first)).toEqual(['gate-failed/exit']);
  const before = runs(repo);
  const again = await submit(repo, `In other words:\n\n${block}`);
  expect(codes(again)).toEqual(['gate-failed/exit']);
  expect(again.notes.map(({ code }) => code)).toEqual(['refused-before']);
  expect(runs(repo)).toBe(before);
  const { stdout: reply } = await sallyport(repo, ['show', '--reply', again.id]);
  expect(reply).toContain(`refused as ${first.id}`);
  const retried = await sallyport(repo, ['retry', again.id]);
  await sallyport(repo, ['wait', retried.stdout.trim()]);
  expect(runs(repo)).toBeGreaterThan(before);
});

describe('leases', () => {
  test('are shown to others, and a lost one is said', async () => {
    const repo = await guarded();
    const mine = await context(repo, 'a.js:1-10', '--lease', '1s');
    const shown = await sallyport(repo, ['context', 'a.js:5-6', '--lease', '1h']);
    expect(shown.code).toBe(0);
    const rest = await context(repo, 'a.js:20-25');
    expect(rest.files).toMatchObject([{ heldBy: [] }]);
    // Whoever comes after it ran out gets one of the same lines.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const block = replaceBlock('a.js', LINES[0] ?? '', 'first();');
    const receipt = await submit(repo, `Read: ${mine.token}\n\n${block}`);
    expect(receipt.state).toBe('landed');
    expect(receipt.notes.map(({ code }) => code)).toContain('lease-lost');
  });
});

describe('context', () => {
  test('takes paths as they are typed in a subfolder, and says where disk differs', async () => {
    const repo = tempRepo({ files: { 'src/a.js': FILE, 'b.txt': 'b\n' } });
    open.push({ repo, daemon: null });
    repo.write('b.txt', 'not committed\n');
    const cwd = join(repo.dir, 'src');
    const given = await sallyport(repo, ['context', 'a.js:2-3', '../b.txt'], { cwd });
    expect(given.code).toBe(0);
    expect(given.stdout).toMatch(/^<!-- sallyport context r-\w{8} -->\n/);
    expect(given.stdout).toContain('### src/a.js (lines 2 to 3 of 30, sha256:');
    expect(given.stdout).toContain('```text\nconst value2 = 2;\nconst value3 = 3;\n```');
    expect(given.stdout).toContain('```text\nb\n```');
    expect(given.stdout).toMatch(/Read: r-\w{8}\n/);
    expect(given.stderr).toMatch(/^b\.txt is not on disk as it is on the branch\./);
  });

  test('names every mistake, and gives nothing', async () => {
    const repo = tempRepo({ files: { 'a.js': FILE } });
    open.push({ repo, daemon: null });
    const end = await sallyport(repo, ['context', 'a.jsx', 'a.js:31']);
    expect({ code: end.code, stdout: end.stdout }).toEqual({ code: 2, stdout: '' });
    expect(end.stderr).toContain('Did you mean "a.js"?');
    expect(end.stderr).toContain('Ask for lines between 1 and 30');
    const lease = await sallyport(repo, ['context', 'a.js', '--lease', '10']);
    expect(lease).toMatchObject({ code: 2, stderr: expect.stringContaining('30s, 10m or 2h') });
    const format = await sallyport(repo, ['prompt', 'dif']);
    expect(format).toMatchObject({ code: 2, stderr: expect.stringContaining('id you mean diff?') });
  });
});
