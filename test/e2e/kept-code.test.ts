import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LAUNCHER, sallyport, type CommandEnd } from '../support/sallyport-command.ts';
import { tempRepo, type TempRepo } from '../support/temp-repo.ts';

/* Compiled code that earlier hooks left behind makes the next one faster, and never decides what it says. */

const MARKERS = '<<<<<<< HEAD\nexport const b = 1;\n=======\n>>>>>>> x\n';
let temp: TempRepo;
beforeEach(() => {
  temp = tempRepo({ files: { 'a.js': 'export const a = 1;\n' } });
});
afterEach(() => temp.remove());

const hook = (env: Readonly<Record<string, string>> = {}): Promise<CommandEnd> =>
  sallyport(temp, ['hook', 'run', 'pre-commit'], { env });

const folder = (): string => join(temp.root, 'cache', 'sallyport', 'compiled');
const kept = (): readonly string[] =>
  readdirSync(folder())
    .filter((name) => name.startsWith('hook.cjs-'))
    .map((name) => join(folder(), name));

/** Says the same of what is sound and of what is not, whatever lies in the cache. */
async function judgesAlike(env: Readonly<Record<string, string>> = {}): Promise<void> {
  temp.write('a.js', 'export const a = 2;\n');
  temp.git('add', '-A');
  expect(await hook(env)).toMatchObject({ code: 0, stderr: '' });
  temp.write('a.js', MARKERS);
  temp.git('add', '-A');
  const refused = await hook(env);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('left-over-markers');
}

test('the first hook keeps its code, and others use it', async () => {
  await judgesAlike();
  const [file = '', ...more] = kept();
  expect(more).toEqual([]);
  const size = readFileSync(file).length;
  expect(size).toBeGreaterThan(100_000);
  await judgesAlike();
  expect(kept()).toEqual([file]);
});

test('a hook that had more to do keeps more', async () => {
  expect(await hook()).toMatchObject({ code: 0 });
  const [file = ''] = kept();
  const { length } = readFileSync(file);
  await judgesAlike();
  expect(kept()).toEqual([file]);
  expect(readFileSync(file).length).toBeGreaterThan(1.2 * length);
});

test('another runtime, or the same with other flags, has code of its own', async () => {
  await judgesAlike();
  await judgesAlike({ NODE_OPTIONS: '--max-old-space-size=512' });
  expect(kept()).toHaveLength(2);
});

test.each<readonly [string, (bytes: Buffer) => Buffer]>([
  ['is empty', () => Buffer.alloc(0)],
  ['is cut short', (bytes) => bytes.subarray(0, bytes.length / 2)],
  ['has no code', (bytes) => bytes.subarray(0, 12)],
  ['is all zeros, as after a crash', (bytes) => Buffer.alloc(bytes.length)],
  [
    'has zeros inside',
    (bytes) => Buffer.from(bytes).fill(0, bytes.length / 2, bytes.length / 2 + 4096),
  ],
  [
    'is of another source',
    (bytes) => {
      const other = Buffer.from(bytes);
      other.writeUInt32LE((bytes.readUInt32LE(0) ^ 1) >>> 0, 0);
      return other;
    },
  ],
])('kept code that %s is not used, and made anew', async (_, damage) => {
  await judgesAlike();
  const [file = ''] = kept();
  const sound = readFileSync(file);
  const damaged = damage(sound);
  writeFileSync(file, damaged);
  await judgesAlike();
  const anew = readFileSync(file);
  expect(anew.equals(damaged)).toBe(false);
  expect(anew.readUInt32LE(0)).toBe(sound.readUInt32LE(0));
});

test('where nothing can be kept, or shall be, all is said the same', async () => {
  mkdirSync(join(temp.root, 'cache', 'sallyport'), { recursive: true });
  writeFileSync(folder(), 'in the way\n');
  await judgesAlike();
  rmSync(folder());
  await judgesAlike({ NODE_DISABLE_COMPILE_CACHE: '1' });
  await judgesAlike({ XDG_CACHE_HOME: '', HOME: '' });
});

test('what a hook loads later is part of the same program', async () => {
  temp.commit('config', {
    'sallyport.config.json': JSON.stringify({
      gates: [{ name: 'always', run: 'true', when: ['commit'] }],
    }),
  });
  for (let round = 0; round < 2; round += 1) {
    temp.write('a.js', `export const a = ${round + 5};\n`);
    temp.git('add', '-A');
    const end = await hook();
    expect(end.code).toBe(0);
    expect(end.stderr).toContain('nobody allowed the config');
  }
});

test('a hook that would wait for ever is a bug, and no pass', async () => {
  const root = join(temp.root, 'broken');
  for (const path of ['bin', 'dist/program', 'dist/bundle'])
    mkdirSync(join(root, path), { recursive: true });
  const launcher = join(root, 'bin', 'sallyport.js');
  writeFileSync(launcher, readFileSync(LAUNCHER));
  writeFileSync(join(root, 'bin', 'package.json'), '{ "type": "commonjs" }');
  writeFileSync(join(root, 'dist', 'program', 'main.js'), '');
  const never = 'exports.main = () => new Promise(() => {});\n';
  writeFileSync(join(root, 'dist', 'bundle', 'hook.cjs'), never);
  for (const cache of ['1', '0']) {
    const env = { NODE_DISABLE_COMPILE_CACHE: cache };
    const end = await sallyport(temp, ['hook', 'run', 'pre-commit'], { launcher, env });
    expect(end).toMatchObject({ code: 70, stderr: expect.stringContaining('before it was done') });
  }
});
