import { Fault, isFault } from './fault.ts';

/** What the system refuses is the machine's problem, not a bug, and may pass; null for anything else. */
export function systemFault(error: unknown): Fault | null {
  if (!(error instanceof Error) || isFault(error)) return null;
  if (!('syscall' in error) || !('code' in error)) return null;
  const { message } = error;
  const about = { cause: error, retryable: true };
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new Fault('no-permission', message, {
        ...about,
        hint: 'Check who owns that file and its folder and that they can be written, then run it again.',
      });
    case 'ENOSPC':
    case 'EDQUOT':
      return new Fault('disk-full', message, {
        ...about,
        hint: 'Free some space on that disk, then run it again.',
      });
    default:
      return new Fault('io-failed', message, {
        ...about,
        hint: 'Check that disk; `sallyport doctor` looks at everything that is needed.',
      });
  }
}
