const FIX_TYPE = /^(?:bug|hot)?fix(?:\([^()\n]*\))?!?:/i;
const FIX_REFERENCE =
  /^[ \t]*fix(?:es|ed)?(?::[ \t]*|[ \t]+)(?:[\w./-]*#\d+|https?:\/\/\S|[A-Z][A-Z0-9]+-\d+\b)/im;

/**
 * Whether a commit message says that the change mends a bug: by its Conventional Commit type (`fix:`, `fix(parser)!:`)
 * or by a line that refers to one (`Fixes #12`, `Fixed: https://...`, `fixes ABC-7`).
 */
export const saysItFixes = (message: string): boolean =>
  FIX_TYPE.test(message.trimStart()) || FIX_REFERENCE.test(message);
