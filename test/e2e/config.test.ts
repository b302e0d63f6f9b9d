import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sallyport } from '../support/sallyport-command.ts';
import { tempRepo } from '../support/temp-repo.ts';

const validate = async (config: string) => {
  using repo = tempRepo({ files: { 'src/a.ts': 'a;\n' } });
  repo.write('sallyport.config.json', config);
  const { code, stdout, stderr } = await sallyport(repo, ['config', 'validate']);
  return { code, said: stdout + stderr };
};

test.each([
  ['{"protected": ["**/{a,b"]}', 'protected[0]: "**/{a,b": the { is not closed; expected its'],
  ['{"protected": ["../x"]}', 'protected[0]: "../x": paths of the repository have no .. in them'],
  [
    '{"gates": [{"name": "g", "run": "x", "files": ["[z-a]**"]}]}',
    'gates[0].files[0]: "[z-a]**": the range z-a is empty',
  ],
  ['{"resources": {"memory": 4096}}', 'resources.memory: found 4096; expected'],
])('%s is refused with its place', async (config, said) => {
  const end = await validate(config);
  expect(end).toEqual({ code: 2, said: expect.stringContaining(said) });
  expect(end.said).toMatch(/sallyport\.config\.json:1:\d+: /);
});

test('a file of thirty megabytes is refused for its size', async () => {
  const end = await validate(`{"target": "${'x'.repeat(30_000_000)}"}`);
  expect([end.code, end.said.length < 2000]).toEqual([2, true]);
  expect(end.said).toContain('the file has 30000014 bytes; expected at most 1048576');
});

test('globs that mean no file of the branch are named, and are no mistake', async () => {
  const end = await validate(
    '{"protected": ["/src/**", "/home/me/x"], "gates": [{"name": "g", "run": "x", "files": ["*.ts", "!*.md", "*.py"]}]}',
  );
  expect(end.code).toBe(0);
  expect(end.said.match(/note: .*/g)).toEqual([
    'note: protected[1]: "/home/me/x" means no file of the branch',
    'note: gates[0].files: "*.py" means no file of the branch',
  ]);
});

test('links that make lanes count for nothing are named, lanes that overlap refused', async () => {
  using repo = tempRepo({ files: { 'api/a': 'a\n', 'web/w': 'w\n' } });
  symlinkSync('../web/w', join(repo.dir, 'api', 'link'));
  repo.commit('link');
  repo.write(
    'sallyport.config.json',
    '{"queue": {"lanes": {"api": ["/api/**"], "web": ["/web/**", "/site/**"]}}}',
  );
  const { code, stderr } = await sallyport(repo, ['config', 'validate']);
  expect(code).toBe(0);
  expect(stderr.match(/note: .*/g)).toEqual([
    'note: queue.lanes.web: "/site/**" means no file of the branch',
    'note: queue.lanes.api: the link "api/link" may lead into another lane, so that a change of this one is judged on the whole tree',
  ]);
  const json = await sallyport(repo, ['config', 'validate', '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({
    strayLinks: [{ lane: 'api', path: 'api/link' }],
  });
  repo.write(
    'sallyport.config.json',
    '{"queue": {"lanes": {"a": ["/api/**"], "b": ["/api/x/**"]}}}',
  );
  const refused = await sallyport(repo, ['config', 'validate']);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringContaining('the lanes "a" and "b" both mean paths such as "api/x/x"'),
  ]);
});

test('limits of some paths, and of an agent, are those that judge', async () => {
  using repo = tempRepo({
    files: {
      'docs/a.md': 'a\n',
      'src/a.ts': 'a;\n',
      'sallyport.config.json': JSON.stringify({
        limits: { lines: 4, paths: { '/docs/**': { lines: 40 } } },
        agents: { 'scribe*': { lines: 8 } },
      }),
    },
  });
  const lines = (path: string, count: number): string =>
    `${path}\n<<<<<<< SEARCH\n${path === 'docs/a.md' ? 'a' : 'a;'}\n=======\n${'b;\n'.repeat(count)}>>>>>>> REPLACE\n`;
  const check = async (path: string, count: number, agent = '') => {
    const env = agent === '' ? {} : { SALLYPORT_AGENT: agent };
    const end = await sallyport(repo, ['apply', '--check', '-'], {
      input: lines(path, count),
      env,
    });
    return [end.code, /too many changed lines[^:]*: \d+/.exec(end.stdout + end.stderr)?.[0]];
  };
  expect(await check('src/a.ts', 3)).toEqual([0, undefined]);
  expect(await check('src/a.ts', 4)).toEqual([1, 'too many changed lines: 5']);
  expect(await check('src/a.ts', 7, 'scribe-2')).toEqual([0, undefined]);
  expect(await check('src/a.ts', 8, 'scribe-2')).toEqual([1, 'too many changed lines: 9']);
  expect(await check('docs/a.md', 39)).toEqual([0, undefined]);
  expect(await check('docs/a.md', 40)).toEqual([1, 'too many changed lines in `/docs/**`: 41']);
});
