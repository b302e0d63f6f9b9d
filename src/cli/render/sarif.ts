import type { CheckFinding } from '../../core/check/check-finding.ts';
import { meaningOf } from '../../core/model/explain/meanings.ts';
import { HOLD_REASONS, REJECTION_CODES } from '../../core/model/rejection.ts';

/** How each level is called there; what a person let pass is an error that is suppressed. */
const LEVELS = { error: 'error', warning: 'warning', passed: 'error', note: 'note' } as const;

const CODES = [...REJECTION_CODES, ...HOLD_REASONS];

/** Findings as one SARIF 2.1.0 log (OASIS), as code-scanning services read it. */
export function sarifLog(findings: readonly CheckFinding[], version: string) {
  const rules = [...new Set(findings.map(({ code }) => code))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'sallyport', semanticVersion: version, rules: rules.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: {
          ROOT: { description: { text: 'The top folder of the repository.' } },
        },
        results: findings.map((finding) => resultOf(finding, rules.indexOf(finding.code))),
      },
    ],
  };
}

function ruleOf(id: string) {
  const code = CODES.find((each) => each === id);
  return {
    id,
    shortDescription: {
      text: code === undefined ? `A note of sallyport: ${id}.` : meaningOf(code),
    },
  };
}

function resultOf(finding: CheckFinding, ruleIndex: number) {
  const { code, level, path, message, hint, commit } = finding;
  return {
    ruleId: code,
    ruleIndex,
    level: LEVELS[level],
    message: { text: hint === null ? message : `${message}\n${hint}` },
    ...(path === null ? {} : { locations: [locationOf(path, finding)] }),
    ...(level === 'passed'
      ? { suppressions: [{ kind: 'external', justification: 'A person let it pass this once.' }] }
      : {}),
    ...(commit === undefined ? {} : { properties: { commit } }),
  };
}

function locationOf(path: string, { line, column }: CheckFinding) {
  const uri = path.split('/').map(encodeSegment).join('/');
  const region =
    line === null ? {} : { startLine: line, ...(column === null ? {} : { startColumn: column }) };
  return {
    physicalLocation: {
      artifactLocation: { uri, uriBaseId: 'ROOT' },
      ...(line === null ? {} : { region }),
    },
  };
}

/** A path may hold what is no text; it is replaced, for a URI must be one. */
const encodeSegment = (segment: string): string => encodeURIComponent(segment.toWellFormed());
