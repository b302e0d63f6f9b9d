import { expect, test } from 'vitest';
import { messageText } from '../../../src/hook/message-text.ts';

test.each([
  ['as it is', 'Fix it\n\nBecause.\n', 'Fix it\n\nBecause.'],
  ['comments go', 'Fix it\n# On branch main\n#\tnew file: a\n', 'Fix it'],
  ['a sign within a line stays', 'Fix #12\n\nsee #13\n', 'Fix #12\n\nsee #13'],
  [
    'the shown difference goes',
    'Fix it\n# ------------------------ >8 ------------------------\ndiff --git a/a b/a\n-Co-authored-by: x\n',
    'Fix it',
  ],
  ['line ends of Windows', 'Fix it\r\n\r\nBecause.\r\n', 'Fix it\n\nBecause.'],
  ['nothing', '\n# nothing\n', ''],
])('%s', (_, file, text) => {
  expect(messageText(file)).toBe(text);
});
