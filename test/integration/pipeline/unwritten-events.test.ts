import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asOid } from '../../../src/core/model/ids.ts';
import { createInbox } from '../../../src/store/inbox.ts';
import { testPipeline } from '../../support/pipeline-fixture.ts';
import { file, testGates, testQueue } from '../../support/queue-fixture.ts';
import { tempRepo } from '../../support/temp-repo.ts';
import { SAMPLES } from '../../unit/lifecycle/events-fixture.ts';
import { delivery } from '../store/store-fixture.ts';

/** Makes the ledger refuse events of a type, as a full disk would, until the returned function is called. */
function refuseEvents(stateDir: string, type: string): () => void {
  const run = (sql: string): void => {
    const database = new DatabaseSync(join(stateDir, 'store.sqlite'), { timeout: 5_000 });
    database.exec(sql);
    database.close();
  };
  run(`CREATE TRIGGER refused BEFORE INSERT ON event WHEN new.type = '${type}'
    BEGIN SELECT RAISE(ABORT, 'refused for a test'); END`);
  return () => run('DROP TRIGGER refused');
}

test.each(['Claimed', 'Planned', 'Staged', 'GatesPassed', 'Landed'])(
  'a submission of which %s could not be written down lands once it can, judged where it lands',
  async (type) => {
    using repo = tempRepo({ files: { 'a/f.txt': 'a\n' } });
    const gates = testGates(repo);
    repo.commit('config', { 'sallyport.config.json': gates.wholeTree });
    let passed = 0;
    const told: string[] = [];
    await using queue = await testQueue(repo, { workers: 1, window: 3 }, ({ log }) => ({
      clock: () => Date.now() + passed,
      log: { ...log, warn: (message) => void told.push(message) },
    }));
    const allow = refuseEvents(queue.context.repo.stateDir, type);
    const ids = [1, 2].map((name) => queue.submit(file(`a/${name}.txt`, `${name}\n`)));
    await queue.until(() => expect(told.join()).toContain('the pipeline broke'));
    allow();
    passed = 60_000;
    await queue.ended(ids);
    expect(queue.states(ids)).toEqual(['landed', 'landed']);
    expect(repo.git('rev-list', '--count', 'main')).toBe('4');
    const judged = gates.runs().flatMap((run) => (run.outcome === 'passed' ? [run.inputs] : []));
    const landed = repo.git('log', '-2', '--format=%T', 'main').split('\n');
    expect(landed.filter((tree) => !judged.includes(tree))).toEqual([]);
    expect(repo.status()).toEqual([]);
    expect(queue.context.store.journal.open()).toEqual([]);
  },
);

test('a step that was not gone through before it says nothing of what it did not see', async () => {
  using repo = tempRepo({ files: { 'a/f.txt': 'a\n' } });
  const gates = testGates(repo);
  const config = JSON.parse(gates.wholeTree) as { gates: Record<string, unknown>[] };
  for (const gate of config.gates) gate['required'] = false;
  repo.commit('config', { 'sallyport.config.json': JSON.stringify(config) });
  await using pipeline = await testPipeline(repo);
  const { ledger } = pipeline.context.store;
  const tip = asOid(repo.head());
  const { id } = createInbox(pipeline.context.store).submit(delivery());
  const tree = asOid(repo.git('rev-parse', 'HEAD^{tree}'));
  const steps = [
    { ...SAMPLES.Claimed, tip },
    { ...SAMPLES.Planned, base: tip },
    { ...SAMPLES.Staged, candidate: tip, tree },
  ];
  for (const event of steps) ledger.record(id, event);
  expect((await pipeline.work(id)).state).toBe('failed');
});
