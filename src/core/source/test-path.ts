import { baseName } from '../apply/tree-index.ts';

const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?|e2e|testing)\//;
const TEST_NAME =
  /^test_|^conftest\.py$|[._-](?:test|spec|tests|specs|e2e)\.\w+$|(?:Test|Tests|TestCase|IT|Spec)\.(?:java|kt|groovy|scala|cs|php|swift)$|\.test-d\.ts$/;

/** Something of every such folder and name: most paths have none of it, and need not be looked at closely. */
const mayBeTest = (path: string): boolean =>
  path.includes('est') || path.includes('pec') || path.includes('e2e') || path.includes('IT.');

/** Whether a path is where tests are kept, or is named like one. */
export const isTestPath = (path: string): boolean =>
  mayBeTest(path) && (TEST_FOLDER.test(path) || isTestName(path));

/** Whether a path is named like a test, wherever it is kept. */
export const isTestName = (path: string): boolean =>
  mayBeTest(path) && TEST_NAME.test(baseName(path));
