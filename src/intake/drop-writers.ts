import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * Names of the files of a folder that some process has open for writing, so far as this user may see. Linux tells
 * (`/proc/PID/fd`); elsewhere the set is empty. A hint: it lets a response that is still being streamed into a file wait
 * through the writer's pauses. `folder` is a real path.
 */
export function namesOpenForWriting(folder: string): ReadonlySet<string> {
  const names = new Set<string>();
  if (process.platform !== 'linux') return names;
  for (const pid of entries('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    for (const fd of entries(`/proc/${pid}/fd`)) {
      const path = targetOf(`/proc/${pid}/fd/${fd}`);
      if (path === null || dirname(path) !== folder) continue;
      if (isForWriting(`/proc/${pid}/fdinfo/${fd}`)) names.add(basename(path));
    }
  }
  return names;
}

/** Processes and descriptors go away while one looks, and others' are not ours to see. */
function orElse<T>(fallback: T, look: () => T): T {
  try {
    return look();
  } catch {
    return fallback;
  }
}

const entries = (folder: string): readonly string[] => orElse([], () => readdirSync(folder));

const targetOf = (link: string): string | null => orElse(null, () => readlinkSync(link));

/** The access mode is the lowest two bits of the octal `flags`: 0 is read-only. */
const isForWriting = (info: string): boolean =>
  orElse(false, () => {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(info, 'utf8'))?.[1] ?? '0';
    return (Number.parseInt(flags, 8) & 0b11) !== 0;
  });
