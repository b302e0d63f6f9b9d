import type { Fence } from './fences.ts';

const SHELL = new Set(
  'bash sh shell zsh fish console shell-session shellsession terminal powershell ps1 pwsh cmd bat batch dos'.split(
    ' ',
  ),
);

/** Language of a fence: the first word of its info string, lower case. */
export const languageOf = ({ info }: Fence): string =>
  info === '' ? '' : (info.split(/[\s:{,]/, 1)[0] ?? '').toLowerCase();

/** Whether a fence holds commands or their output: never an edit by itself. */
export const isShellFence = (fence: Fence): boolean => SHELL.has(languageOf(fence));
