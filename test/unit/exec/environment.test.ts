import { describe, expect, test } from 'vitest';
import { agentVariables } from '../../../src/exec/agent-environment.ts';
import { gateEnvironment } from '../../../src/exec/environment.ts';

/** What `git rev-parse --local-env-vars` prints, and the others that git sets for hooks. */
const GIT_VARIABLES = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_CONFIG',
  'GIT_CONFIG_PARAMETERS',
  'GIT_CONFIG_COUNT',
  'GIT_OBJECT_DIRECTORY',
  'GIT_DIR',
  'GIT_WORK_TREE',
  'GIT_IMPLICIT_WORK_TREE',
  'GIT_GRAFT_FILE',
  'GIT_INDEX_FILE',
  'GIT_NO_REPLACE_OBJECTS',
  'GIT_REPLACE_REF_BASE',
  'GIT_PREFIX',
  'GIT_SHALLOW_FILE',
  'GIT_COMMON_DIR',
  'GIT_EDITOR',
  'GIT_ASKPASS',
  'GIT_EXEC_PATH',
];

describe('gateEnvironment', () => {
  test('passes the allow-list and sets CI', () => {
    expect(
      gateEnvironment(
        { PATH: '/usr/bin', HOME: '/home/a', LC_ALL: 'C', XDG_CACHE_HOME: '/c', NVM_DIR: '/n' },
        [],
      ),
    ).toEqual({
      PATH: '/usr/bin',
      HOME: '/home/a',
      LC_ALL: 'C',
      XDG_CACHE_HOME: '/c',
      NVM_DIR: '/n',
      CI: '1',
      GIT_OPTIONAL_LOCKS: '0',
      GIT_TERMINAL_PROMPT: '0',
    });
  });

  test.each([
    ...GIT_VARIABLES,
    'AWS_SECRET_ACCESS_KEY',
    'GITHUB_TOKEN',
    'NPM_TOKEN',
    'DATABASE_URL',
    'SSH_AUTH_SOCK',
    'NODE_OPTIONS',
    'npm_config_user_agent',
    'CLAUDECODE',
    'LD_PRELOAD',
  ])('does not pass %s', (name) => {
    expect(gateEnvironment({ [name]: 'value' }, [])).not.toHaveProperty(name);
  });

  test('passes what the config names', () => {
    expect(
      gateEnvironment({ DATABASE_URL: 'x', NODE_OPTIONS: '-y' }, ['DATABASE_URL', 'NODE_OPTIONS']),
    ).toMatchObject({ DATABASE_URL: 'x', NODE_OPTIONS: '-y' });
  });

  test.each(['GIT_DIR', 'GIT_INDEX_FILE', 'npm_lifecycle_event', 'CLAUDECODE'])(
    'does not pass %s even where the config names it',
    (name) => {
      expect(gateEnvironment({ [name]: 'value' }, [name])).not.toHaveProperty(name);
    },
  );

  test('drops relative entries of PATH', () => {
    expect(gateEnvironment({ PATH: 'node_modules/.bin:/usr/bin::.:/bin' }, [])['PATH']).toBe(
      '/usr/bin:/bin',
    );
  });
});

describe('agentVariables', () => {
  test.each([
    'CLAUDECODE',
    'CLAUDE_CODE_ENTRYPOINT',
    'CURSOR_AGENT',
    'CURSOR_TRACE_ID',
    'CODEX_SANDBOX',
    'GEMINI_CLI',
    'AIDER_MODEL',
    'OPENCODE',
    'COPILOT_AGENT_SESSION',
    'SALLYPORT_AGENT',
    'AI_AGENT',
  ])('%s', (name) => {
    expect(agentVariables({ [name]: '1', PATH: '/bin' })).toEqual([name]);
  });

  test('nothing in a person’s environment', () => {
    expect(agentVariables({ PATH: '/bin', HOME: '/h', CODEX_HOME: '/c', CLAUDECODE: '' })).toEqual(
      [],
    );
  });
});
