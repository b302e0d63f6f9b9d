import { describe, expect, test } from 'vitest';
import { isElisionComment } from '../../../src/core/formats/elision.ts';

describe('code that spreads a value named like a claim is no placeholder', () => {
  test.each([
    '{...props.original}',
    '{...props.existing}',
    '[...previous.items]',
    '[...state.existing, ...action.remaining]',
    '[...previous, ...other]',
    '...[...request.hidden, ...layout.secrets].map(',
    '...existing, ...others',
    '{ ...existing, ...changes }',
    '{ ...(existing ?? {}), ...rest };',
    '(...original.args)',
    '{...(existing.props as Other)}',
    '{...rest} {...other}',
    '[...existing, ...rest].map((item) => item.id)',
    '(...other: string[]) => original(...other)',
    '{ ...existing?.rest, unchanged: true }',
    '[...(unchanged ? previous : []), ...remaining]',
  ])('%s', (line) => {
    expect(isElisionComment(line, 'src/a.tsx')).toBe(false);
  });
});

describe('a placeholder that looks like one is', () => {
  test.each([
    '[...existing code...]',
    '{...existing props}',
    '{ ...existing, ...rest of the props }',
    '[... rest of config.yaml ...]',
    '... rest of file',
    '...existing code...',
    '// ...existing, ...rest of the code',
    '{/* ...existing */}',
  ])('%s', (line) => {
    expect(isElisionComment(line, 'src/a.tsx')).toBe(true);
  });

  test('where the language has no spread', () => {
    expect(isElisionComment('[...existing, ...other]', 'a.yaml')).toBe(true);
  });
});
