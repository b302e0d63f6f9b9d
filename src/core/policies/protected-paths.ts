import type { FileChange } from '../model/patch.ts';
import type { Hold, Rejection } from '../model/rejection.ts';
import { findings } from './findings.ts';
import { manifestKeys } from './manifest-keys.ts';
import { isMeantBy, traceOf } from './path-glob.ts';
import type { Policy, ProtectedRule } from './policy.ts';

/** Changes to paths that a rule protects are held, or refused where a rule says so. */
export const protectedPaths: Policy = {
  name: 'protected-paths',
  judge({ patch, protectedRules }) {
    const rejections: Rejection[] = [];
    const holds: Hold[] = [];
    const trace = traceOf(protectedRules.map(({ glob }) => glob));
    for (const change of patch.changes) {
      const names = `${change.path}\n${change.from ?? ''}`.toLowerCase();
      if (trace?.test(names) === false) continue;
      const finding = judgeChange(change, protectedRules);
      if (finding === null) continue;
      if (finding.action === 'reject') rejections.push(finding.refusal);
      else holds.push(finding.refusal);
    }
    return findings({ rejections, holds });
  },
};

interface Finding {
  readonly action: ProtectedRule['action'];
  readonly refusal: Rejection & Hold;
}

/** The strictest rule that the change meets, under its new or its old name. */
function judgeChange(change: FileChange, rules: readonly ProtectedRule[]): Finding | null {
  const names = change.from === undefined ? [change.path] : [change.path, change.from];
  const met = rules.filter((rule) => names.some((name) => isMeantBy(name, rule.glob)));
  const rule =
    met.find(({ action, keys }) => action === 'reject' && keys === undefined) ??
    met.find(({ keys }) => keys === undefined);
  const code = 'protected-path';
  if (rule !== undefined)
    return {
      action: rule.action,
      refusal: { code, path: change.path, reason: 'path', facts: { glob: rule.glob } },
    };
  const keyed = met.find(({ action }) => action === 'reject') ?? met[0];
  if (keyed === undefined) return null;
  const { commands, dependencies } = manifestKeys(change);
  const keys = [...commands, ...dependencies];
  if (keys.length === 0) return null;
  const reason = commands.length > 0 ? 'command-keys' : 'dependency-keys';
  return { action: keyed.action, refusal: { code, path: change.path, reason, facts: { keys } } };
}
