import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { examine, type Check } from '../examine.ts';
import { EXIT } from '../exit-code.ts';
import { printable, type Output } from '../output.ts';
import { hintLine } from '../render/hint-line.ts';
import { repositoryOf } from '../workspace.ts';

/** `doctor`: looks at everything that sallyport rests on here, and says what to do about what is wrong. */
export function addDoctor(host: CommandHost): void {
  addCommand(host, 'doctor', 'check what sallyport needs here, and say how to mend it').action(
    (options: GlobalOptions) =>
      runAction(host, options, async ({ context, output }) => {
        const repo = await repositoryOf(context, options);
        const checks = await examine(repo, context);
        output.document({ repository: repo.worktree, checks });
        for (const check of checks) show(output, check);
        return checks.some(({ verdict }) => verdict === 'broken') ? EXIT.fault : EXIT.done;
      }),
  );
}

const SIGNS = {
  fine: ['green', 'ok  '],
  worth: ['yellow', 'note'],
  broken: ['red', 'bad '],
} as const;

function show(output: Output, { name, verdict, found, advice }: Check): void {
  const [colour, sign] = SIGNS[verdict];
  const [first = '', ...others] = printable(found).split('\n');
  output.line(`${output.style(colour, sign)}  ${name.padEnd(12)} ${first}`);
  const below = (text: string): void => output.line(`      ${' '.repeat(12)} ${text}`);
  for (const line of others) below(line);
  if (advice !== null) below(output.style('dim', printable(hintLine(advice))));
}
