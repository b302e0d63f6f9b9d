import { describe, expect, test } from 'vitest';
import { findElision, isElisionComment } from '../../../src/core/formats/elision.ts';

const PLACEHOLDERS = [
  '...',
  '…',
  '    ...',
  '// ...',
  '# ...',
  '/* ... */',
  '<!-- ... -->',
  '{/* ... */}',
  '-- ...',
  '// ... rest of code unchanged ...',
  '// rest of code ...',
  '// ... existing code ...',
  '# ... existing code ...',
  '# existing code',
  '<!-- unchanged -->',
  '/* keep existing */',
  '[original content here]',
  '{/* ... existing JSX ... */}',
  '{/* … */}',
  '// same as before',
  '  // … other methods …',
  'rest of file unchanged',
  '... rest of the file ...',
  '// The rest of the file remains unchanged',
  '-- remaining lines unchanged',
  '; ... rest of the function ...',
  '% existing imports',
  '# (rest of the class stays the same)',
  '// no changes here',
  '<rest of the file>',
  '(* ... rest of the implementation ... *)',
  '// ... other imports',
  '# Rest of your code here',
  '// omitted for brevity',
  'function f() { /* ... */ }',
  'function f() { ... }',
  'render() { // ... existing code ...',
  '// ... rest of UserService methods ...',
];

const ORDINARY = [
  '',
  '}',
  'const all = [...rest];',
  '...rest,',
  '  ...existing,',
  '...props',
  'function f(...args) {',
  '// keep existing connections alive',
  '// the rest of the arguments are passed to git',
  '// other options',
  '// existing users may log in',
  '# loading...',
  "console.log('loading...');",
  'return previous;',
  'const original = copy(value);',
  '// see the original paper for the proof',
  '<existing>',
  '// same colour as the header',
  'print("...")',
  'x = rest of y',
  '// Waiting for the server...',
];

describe('isElisionComment', () => {
  test.each(PLACEHOLDERS)('placeholder: %s', (line) => {
    expect(isElisionComment(line)).toBe(true);
  });
  test.each(ORDINARY)('ordinary: %s', (line) => {
    expect(isElisionComment(line)).toBe(false);
  });
  test('a heading of a document is not a comment', () => {
    expect(isElisionComment('# Existing code', 'README.md')).toBe(false);
    expect(isElisionComment('<!-- rest of the file -->', 'README.md')).toBe(true);
  });
});

describe('findElision', () => {
  const nothing = { stands: () => false, path: 'src/a.ts' };
  test('names the first added placeholder', () => {
    expect(findElision(['a', '// ... rest ...', '...'], nothing)).toEqual({
      index: 1,
      line: '// ... rest ...',
    });
  });
  test('a placeholder that the file has already passes', () => {
    expect(findElision(['# ...'], { stands: (line) => line === '# ...', path: 'a.py' })).toBeNull();
  });
  test("Python's ellipsis as a whole body is code", () => {
    const python = { stands: () => false, path: 'a.py' };
    expect(findElision(['def f():', '    ...', '', 'def g():'], python)).toBeNull();
    expect(
      findElision(['def f():', '    x = 1', '    ...', '    return x'], python),
    ).not.toBeNull();
    expect(findElision(['...'], python)).not.toBeNull();
  });
});
