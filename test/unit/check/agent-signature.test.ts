import { describe, expect, test } from 'vitest';
import { agentInCommit } from '../../../src/core/check/agent-signature.ts';

const PERSON = { name: 'Ada Lovelace', email: 'ada@example.com' };

describe('an agent shows itself', () => {
  test.each([
    ['Claude', 'noreply@anthropic.com', 'claude'],
    ['Cursor Agent', 'cursoragent@cursor.com', 'cursor'],
    ['copilot-swe-agent[bot]', '198982749+Copilot@users.noreply.github.com', 'copilot'],
    ['devin', '158243242+devin-ai-integration[bot]@users.noreply.github.com', 'devin'],
    ['Ada Lovelace (aider)', 'ada@example.com', 'aider'],
  ])('as the author %s <%s>', (name, email, agent) => {
    expect(agentInCommit({ name, email, message: 'x' })).toBe(agent);
  });

  test.each([
    ['Co-Authored-By: Claude Opus <noreply@anthropic.com>', 'claude'],
    ['Co-authored-by: Cursor <cursoragent@cursor.com>', 'cursor'],
    ['co-authored-by: opencode <noreply@opencode.ai>', 'opencode'],
    ['Co-authored-by: aider (gpt-5) <noreply@aider.chat>', 'aider'],
    ['Co-authored-by: Copilot <223556219+Copilot@users.noreply.github.com>', 'copilot'],
    ['Assisted-by: Some-Agent:model-1', 'some-agent:model-1'],
    ['Generated-by: a model', 'a model'],
    ['Amp-Thread-ID: https://ampcode.com/threads/T-1', 'amp'],
    ['🤖 Generated with [Claude Code](https://claude.com/claude-code)', 'claude'],
    ['💘 Generated with Crush', 'crush'],
  ])('in the line %s', (line, agent) => {
    expect(agentInCommit({ ...PERSON, message: `Subject\n\nBody.\n\n${line}\r\n` })).toBe(agent);
  });
});

describe('a person is nobody else', () => {
  test.each([
    'Subject',
    'Co-authored-by: Claude Monet <claude@example.com>',
    'Co-authored-by: Dependabot <49699333+dependabot[bot]@users.noreply.github.com>',
    'Say that it is Co-authored-by: Claude <noreply@anthropic.com> in the docs',
    'This was not generated with Claude Code.',
    'Reviewed-by: Claude <noreply@anthropic.com>',
    'Assisted-by:',
  ])('%s', (message) => {
    expect(agentInCommit({ ...PERSON, message })).toBeNull();
  });

  test('a long message costs no more than its lines', () => {
    const message = `${'x <'.repeat(100_000)}\n`.repeat(3);
    expect(agentInCommit({ ...PERSON, message })).toBeNull();
  });
});
