import { existsSync, mkdirSync } from 'node:fs';
import { writeSettings } from '../hook-settings.ts';
import { takeSteps } from './hook-step.ts';
import { ourHooks } from './hooks-folder.ts';
import {
  hashOf,
  readRecord,
  writeRecord,
  type ChangedFile,
  type InstallRecord,
} from './install-record.ts';
import type { InstallPlan } from './plan-install.ts';
import { applyRedirect, planRedirect } from './redirect.ts';
import { replaceFile } from './replace-file.ts';

/**
 * Carries a plan out, in an order that leaves every earlier hook running wherever it is killed; done again, it goes on
 * from there. True where anything changed. Throws what the file system or git refuses.
 */
export async function applyInstall(plan: InstallPlan): Promise<boolean> {
  const { place, folder } = plan.request;
  const steps = [...plan.hooks.flatMap((hook) => hook.steps), ...plan.forwards];
  const record = readRecord(place.stateDir);
  const redirect = plan.isRedirected ? await planRedirect(place, folder.scope) : null;
  const next: InstallRecord = {
    redirect: redirect ?? record.redirect,
    scripts: withScripts(record.scripts, plan),
    folders:
      folder.kind === 'own' && !existsSync(folder.path)
        ? [...record.folders, folder.path]
        : record.folders,
  };
  const isRecorded = JSON.stringify(next) === JSON.stringify(record);
  if (!isRecorded) writeRecord(place.stateDir, next);
  // What the shims read is there before the first of them.
  const isNewlySet = writeSettings(place.stateDir, plan.settings);
  if (folder.kind === 'own') mkdirSync(folder.path, { recursive: true });
  takeSteps(steps);
  for (const { path, after, mode } of plan.scripts) replaceFile(path, bytesFrom(after), mode);
  if (redirect !== null) {
    const applied = await applyRedirect(place, redirect, ourHooks(place.stateDir));
    writeRecord(place.stateDir, { ...next, redirect: applied });
  }
  return steps.length + plan.scripts.length > 0 || isNewlySet || redirect !== null;
}

/** The scripts on record, with those of the plan: what one was before the first change counts. */
function withScripts(
  recorded: readonly ChangedFile[],
  { scripts }: InstallPlan,
): readonly ChangedFile[] {
  const changed = scripts.map(({ path, before, after }): ChangedFile => {
    const known = recorded.find((one) => one.path === path);
    const was = before === null ? null : bytesFrom(before).toString('base64');
    const isKnown =
      known !== undefined && before !== null && known.after === hashOf(bytesFrom(before));
    return { path, before: isKnown ? known.before : was, after: hashOf(bytesFrom(after)) };
  });
  const paths = new Set(changed.map(({ path }) => path));
  return [...recorded.filter(({ path }) => !paths.has(path)), ...changed];
}

const bytesFrom = (text: string): Buffer => Buffer.from(text, 'latin1');
