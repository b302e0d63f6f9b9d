import { describe, expect, test } from 'vitest';
import {
  findingText,
  noteFinding,
  refusalFindings,
  stops,
} from '../../../src/core/check/check-finding.ts';
import { checkWords } from '../../../src/core/model/explain/check-words.ts';
import { HOLD_REASONS, REJECTION_CODES } from '../../../src/core/model/rejection.ts';

const PERSON = { kind: 'person' } as const;
const AGENT = { kind: 'agent', name: 'x' } as const;

test('a person is stopped by five codes and by names that collide, an agent by all', () => {
  const all = [...REJECTION_CODES, ...HOLD_REASONS] as const;
  const stopping = all.filter((code) => stops({ code } as never, PERSON));
  expect(stopping.toSorted()).toEqual([
    'ast-broken',
    'elided-content',
    'gate-failed',
    'gate-timed-out',
    'left-over-markers',
  ]);
  expect(all.every((code) => stops({ code } as never, AGENT))).toBe(true);
  expect(stops({ code: 'path-denied', reason: 'collides' }, PERSON)).toBe(true);
  expect(stops({ code: 'path-denied', reason: 'reserved-name' }, PERSON)).toBe(false);
});

test('every code has words of one line', () => {
  for (const code of [...REJECTION_CODES, ...HOLD_REASONS]) {
    const { message, hint } = checkWords({ code } as never);
    expect(message).not.toContain('\n');
    expect(hint).not.toBe('');
  }
});

describe('findings', () => {
  test('one for each place', () => {
    const facts = { line: '<<<<<<< HEAD' };
    const refusal = { code: 'left-over-markers', path: 'a.ts', lines: [3, 9], facts } as const;
    const found = refusalFindings({ refusal, isHold: false }, PERSON);
    expect(found.map(findingText)).toEqual([
      'a.ts:3: left-over-markers: a marker of a merge or an edit: <<<<<<< HEAD',
      'a.ts:9: left-over-markers: a marker of a merge or an edit',
    ]);
    expect(found.every(({ level }) => level === 'error')).toBe(true);
  });

  test('what is counted over a file is told once', () => {
    const facts = { actual: 40, limit: 10 };
    const refusal = { code: 'collateral-change', path: 'a.ts', lines: [3, 9], facts } as const;
    const found = refusalFindings({ refusal, isHold: false }, PERSON);
    expect(found.map(findingText)).toEqual([
      'a.ts:3: collateral-change: 40 lines beyond what the change needs, limit 10: most say nothing new',
    ]);
    expect(found[0]?.level).toBe('warning');
  });

  test('a gate’s own places', () => {
    const findings = ['src/a.ts:3:5: Unexpected var (no-var)', '[suite > name] it broke'];
    const facts = { gate: 'lint', detail: 'x', findings };
    const refusal = { code: 'gate-failed', path: 'src/a.ts', lines: [3], facts } as const;
    expect(refusalFindings({ refusal, isHold: false }, PERSON).map(findingText)).toEqual([
      'src/a.ts:3:5: gate-failed: lint: Unexpected var (no-var)',
      'gate-failed: lint: [suite > name] it broke',
    ]);
  });

  test('a gate without places shows the end of what it printed', () => {
    const facts = { gate: 'own', detail: 'sh exited with 1', findings: [] };
    const refusal = { code: 'gate-failed', facts } as const;
    const output = `${Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n')}\n\u001b[2J\n`;
    const [found] = refusalFindings({ refusal, isHold: false, output }, AGENT);
    expect(found?.output).toHaveLength(15);
    expect(found?.output?.at(-1)).toBe('\\u{1b}[2J');
  });

  test('nothing of what it is about can move the cursor', () => {
    const path = 'a\u001b[31m\n.ts';
    const facts = { line: '<<<<<<< \u001b]0;x\u0007' };
    const refusal = { code: 'left-over-markers', path, lines: [1], facts } as const;
    const [found] = refusalFindings({ refusal, isHold: false }, PERSON);
    const text = found === undefined ? '' : findingText(found);
    expect(/[\u0000-\u001f\u007f]/.test(text)).toBe(false);
    expect(noteFinding({ code: 'x', text: '\u001b[31m' }).message).toBe('\\u{1b}[31m');
  });
});
