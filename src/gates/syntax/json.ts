import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { fileName, type SyntaxChecker, type SyntaxProblem } from './checker.ts';

const isJson = (path: string): boolean =>
  /\.(?:json|webmanifest|geojson|har)$/.test(fileName(path));

/** Files of the name `.json` that their own programs read as JSON with comments. */
const COMMENTED =
  /^(?:(?:ts|js)config(?:\..+)?\.json|\.?(?:eslintrc|babelrc|swcrc|oxlintrc|jshintrc|jscsrc)(?:\.json)?|(?:api-extractor|tslint|devcontainer|turbo|nx|lerna|biome|deno|wrangler|renovate|typedoc|jsconfig|sallyport\.config|pyrightconfig|knip)\.json|.+\.(?:jsonc|code-workspace|code-snippets))$/;

const isCommented = (path: string): boolean =>
  MAY_BE_JSON.test(fileName(path)) && isCommentedName(path);

/** Something of every file name that is meant. */
const MAY_BE_JSON = /json|rc|code-/i;

const isCommentedName = (path: string): boolean =>
  COMMENTED.test(fileName(path)) ||
  /(?:^|\/)\.(?:vscode|zed|devcontainer)\/[^/]+\.json$/.test(path);

/** JSON as the standard has it: no comments, no trailing commas. */
export const jsonChecker: SyntaxChecker = {
  language: 'JSON',
  claims: (path) => isJson(path) && !isCommented(path),
  verdict: 'rejects',
  findsAll: false,
  check: (text) => Promise.resolve(checkJson(text)),
};

/** JSON with comments and trailing commas. It claims every `.json` too, for those whose base already has comments. */
export const jsonWithCommentsChecker: SyntaxChecker = {
  language: 'JSON with comments',
  claims: (path) => isJson(path) || isCommented(path),
  verdict: 'rejects',
  findsAll: false,
  check: (text) => Promise.resolve(checkJsonWithComments(text)),
};

/** The platform's own parser decides; the other one knows the place. */
function checkJson(text: string): readonly SyntaxProblem[] {
  const plain = withoutByteOrderMark(text);
  try {
    JSON.parse(plain);
    return [];
  } catch (error) {
    const located = problemsOf(text, {
      disallowComments: true,
      allowTrailingComma: false,
      allowEmptyContent: false,
    });
    const message = error instanceof Error ? error.message : String(error);
    return located.length > 0 ? located : [{ offset: 0, message }];
  }
}

const checkJsonWithComments = (text: string): readonly SyntaxProblem[] =>
  problemsOf(text, { disallowComments: false, allowTrailingComma: true, allowEmptyContent: true });

function problemsOf(
  text: string,
  options: {
    readonly disallowComments: boolean;
    readonly allowTrailingComma: boolean;
    readonly allowEmptyContent: boolean;
  },
): readonly SyntaxProblem[] {
  const errors: ParseError[] = [];
  const plain = withoutByteOrderMark(text);
  try {
    parse(plain, errors, options);
  } catch {
    // The parser recurses: a text nested thousands of levels deep exhausts the stack.
    return [{ offset: 0, message: 'nested too deeply' }];
  }
  // Only the first: the others follow from it more often than not.
  return errors.slice(0, 1).map(({ error, offset }) => ({
    offset: offset + text.length - plain.length,
    message: MESSAGES[printParseErrorCode(error)] ?? 'not valid JSON',
  }));
}

const withoutByteOrderMark = (text: string): string => text.replace(/^\uFEFF/, '');

const MESSAGES: Readonly<Record<string, string>> = {
  InvalidSymbol: 'this is no JSON value',
  InvalidNumberFormat: 'this is no JSON number',
  PropertyNameExpected: 'a key in double quotes must stand here',
  ValueExpected: 'a value must stand here',
  ColonExpected: 'a colon must stand here',
  CommaExpected: 'a comma must stand here',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'the value ended before this',
  InvalidCommentToken: 'comments are not allowed in this file',
  UnexpectedEndOfComment: 'the comment is not closed',
  UnexpectedEndOfString: 'the text is not closed',
  UnexpectedEndOfNumber: 'the number is not complete',
  InvalidUnicode: 'an incomplete \\u escape',
  InvalidEscapeCharacter: 'JSON knows no such escape',
  InvalidCharacter: 'a control character inside a text must be escaped',
};
