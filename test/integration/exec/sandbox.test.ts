import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { gateEnvironment } from '../../../src/exec/environment.ts';
import { runProcess } from '../../../src/exec/run-process.ts';
import { probeSandbox, type SandboxRequest } from '../../../src/exec/sandbox.ts';

const env = gateEnvironment(process.env, []);
const probe = await probeSandbox(env);
if (probe.sandbox === null) console.warn(`sandbox tests are left out: ${probe.reason}`);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  for (const name of ['work', 'linked', 'home', 'elsewhere']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'linked', 'file'), 'linked\n');
  writeFileSync(join(folder, 'home', 'secret'), 'secret\n');
  writeFileSync(join(folder, 'elsewhere', 'file'), 'elsewhere\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

let server: Server;
let port = 0;
beforeAll(async () => {
  server = createServer((socket) => socket.end('hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => server.close());

const confined = async (
  script: string,
  more: Partial<SandboxRequest> & { timeoutMs?: number } = {},
) => {
  if (probe.sandbox === null) throw new Error(probe.reason);
  const wrapped = probe.sandbox.wrap({
    command: 'sh',
    args: ['-c', script],
    env: { ...env, HOME: join(folder, 'home') },
    worktree: join(folder, 'work'),
    readOnly: [join(folder, 'linked')],
    hidden: [],
    hasNetwork: false,
    ...more,
  });
  const end = await runProcess({
    ...wrapped,
    cwd: join(folder, 'work'),
    timeoutMs: more.timeoutMs ?? 60_000,
    maxOutputBytes: 10_000,
    graceMs: 200,
  });
  return { ...end, out: end.stdout.toString() };
};

const connect = () => `node -e "require('net').connect(${port}, '127.0.0.1')
  .on('data', (d) => { console.log(String(d)); process.exit() }).on('error', (e) => console.log(e.code))"`;

describe.skipIf(probe.sandbox === null)('a confined command', () => {
  test('starts in the worktree and may write there', async () => {
    expect(await confined('pwd; echo new > made')).toMatchObject({
      ended: 'exit',
      code: 0,
      out: `${join(folder, 'work')}\n`,
    });
    expect(readFileSync(join(folder, 'work', 'made'), 'utf8')).toBe('new\n');
  });

  test('is over with all that it left running when its run has ended', async () => {
    const survivor = 'while :; do date +%s%N > beat; done';
    const end = await confined(
      `setsid sh -c '${survivor}' < /dev/null > /dev/null 2>&1 & while [ ! -s beat ]; do :; done`,
    );
    const last = readFileSync(join(folder, 'work', 'beat'), 'utf8');
    expect(end).toMatchObject({ ended: 'exit', code: 0, mayRunOn: false });
    await pause(50);
    expect(readFileSync(join(folder, 'work', 'beat'), 'utf8')).toBe(last);
  });

  test('is over where it had to be ended too', async () => {
    const end = await confined('while :; do date +%s%N > beat; done', { timeoutMs: 500 });
    const last = readFileSync(join(folder, 'work', 'beat'), 'utf8');
    expect(end).toMatchObject({ ended: 'timed-out', mayRunOn: false });
    await pause(50);
    expect(readFileSync(join(folder, 'work', 'beat'), 'utf8')).toBe(last);
  });

  test('is given no descriptor but the three', async () => {
    expect((await confined('ls /proc/$$/fd')).out.trim().split('\n')).not.toContain('3');
  });

  test('gives its exit code', async () => {
    expect(await confined('exit 7')).toMatchObject({ ended: 'exit', code: 7 });
  });

  test('reads what was named and writes none of it', async () => {
    const linked = join(folder, 'linked');
    const end = await confined(
      `cat ${linked}/file; echo x > ${linked}/file; echo x > ${linked}/new`,
    );
    expect(end.out).toBe('linked\n');
    expect(readFileSync(join(linked, 'file'), 'utf8')).toBe('linked\n');
    expect(existsSync(join(linked, 'new'))).toBe(false);
  });

  test.each(['home/secret', 'elsewhere/file'])('does not see %s', async (path) => {
    expect((await confined(`cat ${join(folder, path)}`)).out).toBe('');
  });

  test('does not see the passwords of the machine, nor the processes', async () => {
    expect((await confined('cat /etc/shadow')).out).toBe('');
    expect((await confined(`test -d /proc/${process.pid}/cwd/. && echo seen; exit 0`)).out).toBe(
      '',
    );
  });

  test('a hidden folder inside a readable one is empty', async () => {
    mkdirSync(join(folder, 'linked', 'state'));
    writeFileSync(join(folder, 'linked', 'state', 'ledger'), 'x');
    const end = await confined(`ls ${folder}/linked; ls ${folder}/linked/state`, {
      hidden: [join(folder, 'linked', 'state')],
    });
    expect(end.out).toBe('file\nstate\n');
  });

  test('folders that are named and are not there do no harm', async () => {
    const gone = join(folder, 'gone');
    expect(await confined('exit 3', { readOnly: [gone], hidden: [gone] })).toMatchObject({
      code: 3,
    });
  });

  test('has a private home and a private place for temporary files', async () => {
    const end = await confined(
      'echo a > $HOME/a && echo b > ${TMPDIR}/b && cat $HOME/a ${TMPDIR}/b',
    );
    expect(end.out).toBe('a\nb\n');
    expect(existsSync(join(folder, 'home', 'a'))).toBe(false);
  });

  test('a home folder that holds the worktree is hidden but for what is named', async () => {
    const end = await confined('ls ..; ls ../linked; echo a > made', {
      env: { ...env, HOME: folder },
    });
    expect(end.out).toBe('linked\nwork\nfile\n');
    expect(existsSync(join(folder, 'work', 'made'))).toBe(true);
  });

  test('has no network, unless it is given', async () => {
    expect((await confined(connect())).out.trim()).toBe('ECONNREFUSED');
    expect((await confined(connect(), { hasNetwork: true })).out.trim()).toBe('hello');
  });

  test('has no capabilities', async () => {
    expect((await confined('grep CapEff /proc/self/status')).out).toMatch(/CapEff:\s+0{16}/);
  });

  test('its environment is not in the arguments of any process', async () => {
    const end = await confined('tr "\\0" " " < /proc/1/cmdline; echo; echo $NAMED', {
      env: { ...env, HOME: join(folder, 'home'), NAMED: 'only-in-the-environment' },
    });
    const [commandLine, named] = end.out.split('\n');
    expect(commandLine).not.toContain('only-in-the-environment');
    expect(named).toBe('only-in-the-environment');
  });

  test('ends whole at the time-out, also what left its process group', async () => {
    const end = await confined(
      `setsid sh -c 'trap "" TERM; while :; do date +%s%N >> beat; sleep 0.05; done' & wait`,
      { timeoutMs: 3000 },
    );
    expect(end.ended).toBe('timed-out');
    const beat = join(folder, 'work', 'beat');
    const last = readFileSync(beat, 'utf8');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(readFileSync(beat, 'utf8')).toBe(last);
  });
});

test('the probe says what is missing', async () => {
  const { sandbox, reason } = { reason: '', ...(await probeSandbox({ PATH: '/nonexistent' })) };
  const isFound = sandbox !== null;
  expect(isFound || /not installed/.test(reason)).toBe(true);
});
