import { cargoTestParser } from './cargo-test.ts';
import { eslintJsonParser, eslintParser } from './eslint.ts';
import type { FindingParser } from './finding.ts';
import { goTestParser } from './go-test.ts';
import { graphicalParser } from './graphical.ts';
import { jestParser } from './jest.ts';
import { junitXmlParser } from './junit-xml.ts';
import { locatedLineParser } from './located-line.ts';
import { mochaParser } from './mocha.ts';
import { nodeTestParser } from './node-test.ts';
import { prettierParser } from './prettier.ts';
import { pytestParser } from './pytest.ts';
import { sarifParser } from './sarif.ts';
import { tapParser } from './tap.ts';
import { tscParser } from './tsc.ts';
import { vitestParser } from './vitest.ts';

/** Readers of the programs that are known by what they print. An output may be of several of them, one after another. */
export const FINDING_PARSERS: readonly FindingParser[] = [
  tapParser,
  nodeTestParser,
  vitestParser,
  jestParser,
  mochaParser,
  pytestParser,
  goTestParser,
  cargoTestParser,
  tscParser,
  eslintParser,
  eslintJsonParser,
  graphicalParser,
  prettierParser,
  junitXmlParser,
  sarifParser,
];

/** Used where none of the others found anything. */
export const FALLBACK_PARSER: FindingParser = locatedLineParser;
