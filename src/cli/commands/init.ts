import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONFIG_FILE } from '../../config/defaults.ts';
import { detectGates } from '../../config/detect-gates.ts';
import { commitFile } from '../../git/client.ts';
import { excludeFolder } from '../../git/exclude.ts';
import { committerIdentity } from '../../git/identity.ts';
import { headBranch, tipOf } from '../../git/refs.ts';
import type { Repository } from '../../git/repository.ts';
import { listTree, readFileAt } from '../../git/snapshot.ts';
import type { GlobalOptions } from '../cli-context.ts';
import { addCommand, runAction, type CommandHost } from '../command-spec.ts';
import { checkoutConfig } from '../config-in-force.ts';
import { EXIT } from '../exit-code.ts';
import { headConfig } from '../head-config.ts';
import { ask, canAsk, isYes } from '../person.ts';
import { offerTrust } from '../trust-config.ts';
import { repositoryOf } from '../workspace.ts';

/** `init`: makes the inbox, detects the project's checks, writes a config and offers to commit it. */
export function addInit(host: CommandHost): void {
  addCommand(host, 'init', 'set a repository up: inbox, config with the checks it found').action(
    (options: GlobalOptions) =>
      runAction(host, options, async ({ context, output }) => {
        const repo = await repositoryOf(context, options);
        await committerIdentity(repo);
        excludeFolder(repo, '.sallyport');
        const hadConfig = (await checkoutConfig(repo)) !== null;
        const gates = hadConfig ? [] : await proposedGates(repo);
        if (!hadConfig)
          await writeFile(join(repo.worktree, CONFIG_FILE), configText(gates), { flag: 'wx' });
        const isCommitted = !hadConfig && (await offerCommit(repo));
        const config = await headConfig(repo);
        await mkdir(join(repo.worktree, config.inbox), { recursive: true });
        const isTrusted =
          isCommitted && (await offerTrust(repo, config, { context, options, output }));
        output.document({
          repository: repo.worktree,
          inbox: join(repo.worktree, config.inbox),
          config: {
            file: CONFIG_FILE,
            written: !hadConfig,
            committed: isCommitted,
            trusted: isTrusted,
          },
          gates,
        });
        output.line(
          hadConfig
            ? `${CONFIG_FILE} is there already; it was left as it is.`
            : `Wrote ${CONFIG_FILE}.`,
        );
        for (const { name, run } of gates) output.line(`  gate ${name}: ${String(run)}`);
        if (!hadConfig && gates.length === 0) {
          output.line(
            '  No test or lint command was found: syntax and policies judge until you add gates.',
          );
        }
        if (!hadConfig && !isCommitted) {
          output.line(
            `Commit it to put it in force: git add ${CONFIG_FILE} && git commit -m "chore: guard edits with sallyport"`,
          );
        }
        output.line(`Inbox: ${join(repo.worktree, config.inbox)}. Next: \`sallyport start\`.`);
        return EXIT.done;

        async function offerCommit(repository: Repository): Promise<boolean> {
          const isWanted =
            isYes(context, options) ||
            (canAsk(context) && (await ask(context, `Commit ${CONFIG_FILE} now?`)));
          if (!isWanted) return false;
          await commitFile(repository, CONFIG_FILE, 'chore: guard edits with sallyport');
          return true;
        }
      }),
  );
}

type ProposedGates = ReturnType<typeof detectGates>;

async function proposedGates(repo: Repository): Promise<ProposedGates> {
  const head = await headBranch(repo);
  const tip = head === null ? null : await tipOf(repo, head);
  const manifest = tip === null ? null : await readFileAt(repo, tip, 'package.json');
  const paths = (await listTree(repo, tip)).map(({ path }) => path);
  return detectGates(paths, manifest === null ? null : Buffer.from(manifest).toString('utf8'));
}

const configText = (gates: ProposedGates): string =>
  `${JSON.stringify({ $schema: './node_modules/sallyport/schema.json', gates }, null, 2)}\n`;
