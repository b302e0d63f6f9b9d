import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createLogger } from '../../../src/daemon/logger.ts';
import { tempDir } from '../../support/temp-dir.ts';

// A device of Linux that has no room for anything.
describe.skipIf(process.platform !== 'linux')('on a disk without room', () => {
  test('the log ends nobody', () => {
    const folder = tempDir();
    symlinkSync('/dev/full', join(folder, 'daemon.log'));
    const { log, close } = createLogger(folder);
    expect(() => {
      for (let line = 0; line < 10; line += 1) log.warn('nobody will read this');
      log.warn('x'.repeat(1024 * 1024));
    }).not.toThrow();
    close();
  });
});
