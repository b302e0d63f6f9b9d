/** Words of the prose after an edit with which its author takes it back: "wait, that is wrong", "scratch that". */

const FIRST = String.raw`(?:above|previous|earlier|prior|first|last)`;
const EDIT = String.raw`(?:edits?|blocks?|changes?|patch(?:es)?|diffs?|version|code|fix(?:es)?|one|attempt|answer|response|snippet|suggestion)`;
const WRONG = String.raw`(?:wrong|incorrect|mistaken|broken|flawed|no good|not (?:right|correct|what i)|a mistake|an error)`;
const NOT_DOING = String.raw`(?:won['’]t|will not|does not|doesn['’]t|would not|wouldn['’]t|can['’]t|cannot) (?:work|compile|do|help)`;

/** Marks of lists, headings and emphasis, and the small words that people start with. */
const LEAD =
  /^[\s#>*_\-\d.)(]*(?:(?:hm+|oh|ah|uh|no|but|ok|okay|sorry|and|so)\b[\s,.!…—–-]*){0,3}/i;

const AT_START = [
  String.raw`wait\b\s*(?:$|[,.:!*…—–-]|(?:no|actually|that)\b)`,
  String.raw`actually\b[\s,.…—–-]*(?:wait|no\b|scratch|strike|hold on|on second|ignore|disregard|forget|let me (?:redo|correct|fix|revise|reconsider|rethink|rewrite|try)|i (?:made|was wrong|got)|the ${FIRST}|(?:that|this)(?:['’]s|\s+(?:is|was)) ${WRONG}|(?:that|this) ${NOT_DOING})`,
  String.raw`(?:scratch|strike|cancel|undo) that\b`,
  String.raw`hold on\b\s*(?:$|[,.:!…—–-])`,
  String.raw`on (?:second thoughts?|reflection|closer inspection|a second look)\b`,
  String.raw`(?:self-)?correction\s*(?:$|[:.!*_—–-])`,
  String.raw`w?h?oops\b`,
  String.raw`my (?:mistake|bad|apologies|error)\b`,
  String.raw`i (?:just )?(?:made|see|notice|noticed|realis?e|realiz?e|realised|realized|found|have|had)(?: that)?(?: i(?: made)?)? (?:a|an|the|my) (?:mistake|error|bug|problem|typo) (?:in|with) (?:my|the ${FIRST}|that|what i)`,
  String.raw`i (?:made (?:a|an) (?:mistake|error|typo)|was wrong|got (?:that|it|this) wrong)\b`,
  String.raw`let me (?:redo|correct|revise|reconsider|rethink|start over|try again|try that again)\b`,
  String.raw`(?:please )?(?:ignore|disregard|forget|discard|skip|do not (?:use|apply)|don['’]t (?:use|apply)) (?:the|my|that|those|this) (?:${FIRST}|two|${EDIT}\b|code)`,
  String.raw`(?:that|this)(?:['’]s|\s+(?:is|was)) ${WRONG}\b`,
  String.raw`(?:that|this) ${NOT_DOING}\b`,
];
const ANYWHERE = [
  String.raw`\bthe (?:${FIRST} ${EDIT}|above|${EDIT} above) (?:is|are|was|were) ${WRONG}\b`,
  String.raw`\bthe (?:${FIRST} ${EDIT}|above|${EDIT} above) (?:has|had|have|contains?|contained|introduces|${NOT_DOING})(?:$| (?:a|an|one|the) (?:mistake|error|bug|typo|problem)\b)`,
  String.raw`\b(?:supersedes?|replaces?|overrides?|in place of|instead of) (?:the ${FIRST} ${EDIT}|the ${EDIT} above|the above)\b`,
  String.raw`\b(?:here is|here['’]s|here are) (?:the|a|my) corrected (?:${EDIT})\b`,
];
const STARTS = new RegExp(`^(?:${AT_START.join('|')})`, 'i');
const SAYS = new RegExp(ANYWHERE.join('|'), 'i');
const MAX_TEXT = 400;

/** Whether a line of prose takes back what was said before it. */
export function takesBack(line: string): boolean {
  const text = line.slice(0, MAX_TEXT);
  return STARTS.test(text.replace(LEAD, '')) || SAYS.test(text);
}
