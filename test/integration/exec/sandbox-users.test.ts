import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { confinedProgram } from '../../support/confined-program.ts';
import type { ConfinedEnd, ConfinedRequest } from '../../support/run-confined.ts';
import { tempRepo } from '../../support/temp-repo.ts';

/** A user that the tests can be run as; `words` go before the command. */
interface User {
  readonly name: string;
  readonly id: number;
  readonly words: readonly string[];
}

const NOBODY = 65_534;
const place = await confinedProgram();
afterAll(() => place[Symbol.dispose]());

const own: User = { name: 'this user', id: process.getuid?.() ?? -1, words: [] };
const nobody: User = {
  name: 'nobody',
  id: NOBODY,
  words: ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'],
};
const users = own.id === 0 ? [own, nobody] : [own];

/** Runs one request as a user, in a process of its own. */
async function confined(user: User, request: ConfinedRequest): Promise<ConfinedEnd> {
  const [command, ...args] = [...user.words, place.node, place.program];
  const child = spawn(command, args, {
    cwd: '/',
    env: {
      PATH: `${place.bin}:${process.env['PATH'] ?? ''}`,
      HOME: request.home,
      XDG_CACHE_HOME: join(request.home, '.cache'),
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(request));
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (out === '') throw new Error(`as ${user.name}: ${error}`);
  return JSON.parse(out) as ConfinedEnd;
}

/** Why a user's tests cannot be run here; null where they can. */
async function obstacle(user: User): Promise<string | null> {
  if (process.platform === 'win32') return 'there are no users to change to';
  try {
    const probe = await confined(user, { home: '/nonexistent' });
    return probe.user === user.id ? probe.missing : `it ran as ${probe.user}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const able = await Promise.all(
  users.map(async (user) => {
    const why = await obstacle(user);
    if (why !== null) console.warn(`sandbox tests as ${user.name} are left out: ${why}`);
    return { user, why };
  }),
);

let server: Server;
let port = 0;
let visits = 0;
beforeAll(async () => {
  server = createServer((socket) => {
    visits += 1;
    socket.end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => server.close());

const give = (folder: string, { id }: User): void => {
  if (id !== own.id) spawnSync('chown', ['-R', `${id}:${id}`, folder]);
};

/**
 * Leaves its session and its parent before the time-out, and ignores what ends others. It appends:
 * ended between emptying the file and writing to it, it would leave nothing to compare.
 */
const DAEMON = `(setsid sh -c 'trap "" TERM HUP INT; (while :; do date +%s%N >> beat; sleep 0.05; done) & exit' &)
while [ ! -s beat ]; do sleep 0.05; done`;

describe.each(able)('as $user.name, a confined command', ({ user, why }) => {
  beforeEach((context) => context.skip(why !== null, why ?? ''));
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-user-'));
    for (const name of ['work', 'home', 'elsewhere']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'home', 'secret'), 'secret\n');
    writeFileSync(join(folder, 'elsewhere', 'file'), 'elsewhere\n');
    give(folder, user);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const run = (script: string, more: Partial<ConfinedRequest> = {}) =>
    confined(user, {
      script,
      home: join(folder, 'home'),
      worktree: join(folder, 'work'),
      ...more,
    });

  test('reads nothing of the home folder', async () => {
    const read = `cat ${join(folder, 'home', 'secret')} ~/secret 2>/dev/null; ls -A ~`;
    expect((await run(read, { isFree: true })).out).toContain('secret');
    expect(await run(read)).toMatchObject({ ended: 'exit', code: 0, out: '', user: user.id });
  });

  test('writes nowhere but in its worktree', async () => {
    const elsewhere = join(folder, 'elsewhere');
    const inTmp = `/tmp/${folder.split('/').at(-1)}-planted`;
    const write = (name: string) =>
      [join(elsewhere, name), join(elsewhere, 'file'), join(folder, name), inTmp, `~/${name}`, name]
        .map((path) => `(echo ${name} > ${path}) 2>/dev/null`)
        .join('; ');
    await run(`${write('planted')}; exit 0`);
    expect(readFileSync(join(folder, 'work', 'planted'), 'utf8')).toBe('planted\n');
    expect(readFileSync(join(elsewhere, 'file'), 'utf8')).toBe('elsewhere\n');
    for (const path of [join(elsewhere, 'planted'), join(folder, 'planted'), inTmp]) {
      expect([path, existsSync(path)]).toEqual([path, false]);
    }
    expect(existsSync(join(folder, 'home', 'planted'))).toBe(false);
    await run(`echo free > ${join(elsewhere, 'file')}`, { isFree: true });
    expect(readFileSync(join(elsewhere, 'file'), 'utf8')).toBe('free\n');
  });

  test('does not reach a port of this machine', async () => {
    const connect = `node -e "require('net').connect(${port}, '127.0.0.1')
      .on('data', (d) => { console.log(String(d)); process.exit() }).on('error', (e) => console.log(e.code))"`;
    expect((await run(connect, { isFree: true })).out.trim()).toBe('hello');
    const before = visits;
    expect((await run(connect)).out.trim()).toBe('ECONNREFUSED');
    expect(visits).toBe(before);
  });

  test.each([
    ['its time-out', `${DAEMON}; sleep 600`, 'timed-out'],
    ['its end', DAEMON, 'exit'],
  ])('leaves nothing running after %s', async (_, script, ended) => {
    const end = await run(script, { timeoutMs: ended === 'exit' ? 60_000 : 5000 });
    expect(end.ended).toBe(ended);
    const beat = join(folder, 'work', 'beat');
    const last = readFileSync(beat, 'utf8');
    expect(last).not.toBe('');
    await pause(500);
    expect(readFileSync(beat, 'utf8')).toBe(last);
  });

  test('is ended where it takes too much memory, and everything with it', async () => {
    const hog = `(setsid node -e "const kept = [];
        const grow = () => { if (kept.length < 64) { kept.push(Buffer.alloc(16 << 20, 1)); setTimeout(grow, 5); } };
        grow(); setInterval(() => require('fs').appendFileSync('beat', String(Date.now()) + '\\n'), 50)" &)
      sleep 600`;
    const end = await run(hog, { bounds: { memoryBytes: 256 << 20, processes: 1000 } });
    expect(end.over).toMatchObject({ what: 'memory', bound: 256 << 20 });
    const beat = join(folder, 'work', 'beat');
    const last = existsSync(beat) ? readFileSync(beat, 'utf8') : '';
    await pause(500);
    expect(existsSync(beat) ? readFileSync(beat, 'utf8') : '').toBe(last);
  });

  test('is ended where it runs too many processes, also those that left it', async () => {
    const bomb = `bomb() { [ "$1" -gt 0 ] || { sleep 600; return; }; bomb $(($1 - 1)) & bomb $(($1 - 1)) & wait; }
      (setsid sh -c 'for each in 1 2 3 4 5 6 7 8; do (setsid sleep 600 &); done' &)
      bomb 8`;
    const end = await run(bomb, { bounds: { memoryBytes: 1 << 30, processes: 60 } });
    expect(end.over).toMatchObject({ what: 'processes', bound: 60 });
  });

  test('fills no memory by way of files', async () => {
    const fill = ['/tmp', '/var/tmp', '/dev/shm', '~']
      .map(
        (where) =>
          `head -c 100M /dev/zero > ${where}/file 2>/dev/null; du -m ${where}/file | cut -f1`,
      )
      .join('; ');
    const write = 'echo x > /planted; echo x > /dev/planted; ls -d /planted /dev/planted';
    const end = await run(`${fill}; (${write}) 2>/dev/null; exit 0`, {
      bounds: { memoryBytes: 64 << 20, processes: 1000 },
    });
    expect(end).toMatchObject({ ended: 'exit', out: '16\n4\n4\n16\n' });
  });

  test('leaves a worktree in which git runs nothing of it', async () => {
    using temp = tempRepo({ files: { 'a.txt': 'a\n', 'b.txt': 'b\n' } });
    const home = join(temp.root, 'home');
    mkdirSync(home);
    give(temp.root, user);
    const ran = (name: string): string => `touch ${join(temp.root, `ran-${name}`)} 2>/dev/null`;
    // A git folder of its own: a monitor, hooks, and a filter, a diff driver and a pager for every file.
    const traps = `set -e; rm .git; git init -q .
      git config core.hooksPath "$PWD/hooks"; mkdir hooks
      for hook in post-checkout post-index-change pre-commit reference-transaction; do
        printf '#!/bin/sh\\n${ran('hook')}\\n' > hooks/$hook; chmod +x hooks/$hook
      done
      git config filter.trap.clean '${ran('clean')}; cat'
      git config filter.trap.smudge '${ran('smudge')}; cat'
      git config diff.trap.textconv '${ran('textconv')}; cat'
      git config diff.external '${ran('external')}'
      git config core.pager '${ran('pager')}; cat'
      printf '* filter=trap diff=trap\\n' > .gitattributes
      git add -A; echo changed > a.txt; rm b.txt
      git config core.fsmonitor '${ran('monitor')}; exit 1'`;
    const seen = () =>
      ['hook', 'clean', 'smudge', 'textconv', 'external', 'pager', 'monitor'].filter((name) =>
        existsSync(join(temp.root, `ran-${name}`)),
      );
    const end = await confined(user, { script: traps, home, repository: temp.dir });
    expect(end).toMatchObject({ ended: 'exit', code: 0 });
    expect(end.changes).toEqual([['a.txt', 'b.txt'], ['a.txt', 'b.txt'], []]);
    expect(seen()).toEqual([]);
    expect(temp.tryGit('-c', `safe.directory=*`, 'worktree', 'list').said.split('\n')).toHaveLength(
      2,
    );
    await confined(user, { script: traps, home, repository: temp.dir, isFree: true });
    expect(seen()).toContain('monitor');
  });
});
