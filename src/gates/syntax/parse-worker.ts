/**
 * A process of its own for the parser, so that a text that crashes the parser crashes no more than this. It gets one
 * question at a time and ends when the process that started it does.
 */
import { parseJavascript } from './parse-javascript.ts';

process.on('message', (question: { readonly text: string; readonly path: string }) => {
  void parseJavascript(question.text, question.path).then((problems) => process.send?.(problems));
});
process.on('disconnect', () => process.exit());
