import { describe, expect, test } from 'vitest';
import { asOid, type BranchRef, type Oid } from '../../../src/core/model/ids.ts';
import { Train } from '../../../src/pipeline/train.ts';

const MAIN = 'refs/heads/main' as BranchRef;
const oid = (digit: string): Oid => asOid(digit.repeat(40));
const usable = () => Promise.resolve(true);

describe('a train', () => {
  test('the first follows nobody, the next the candidate before it', async () => {
    const train = new Train();
    const [first, second] = [train.board(MAIN), train.board(MAIN)];
    expect(await first.follow(usable)).toBeNull();
    const following = second.follow(usable);
    first.publish(oid('a'));
    expect(await following).toBe(oid('a'));
    first.leave(true);
    expect(await second.isBorneOut()).toBe(true);
    expect(second.derailed.aborted).toBe(false);
  });

  test('who followed somebody that did not land is told, and goes back', async () => {
    const train = new Train();
    const [first, second] = [train.board(MAIN), train.board(MAIN)];
    first.publish(oid('a'));
    await second.follow(usable);
    first.leave(false);
    expect(await second.isBorneOut()).toBe(false);
    expect(second.derailed.aborted).toBe(true);
  });

  test('one that ends without a candidate is skipped for the one before it', async () => {
    const train = new Train();
    const [first, second, third] = [train.board(MAIN), train.board(MAIN), train.board(MAIN)];
    first.publish(oid('a'));
    second.leave(false);
    expect(await third.follow(usable)).toBe(oid('a'));
    first.leave(true);
    expect(await third.isBorneOut()).toBe(true);
  });

  test('after a landing the branch itself is built on', async () => {
    const train = new Train();
    const first = train.board(MAIN);
    first.publish(oid('a'));
    first.leave(true);
    const second = train.board(MAIN);
    expect(await second.follow(usable)).toBeNull();
    expect(await second.isBorneOut()).toBe(true);
  });

  test('a candidate that the branch went past is not built on', async () => {
    const train = new Train();
    const [first, second] = [train.board(MAIN), train.board(MAIN)];
    first.publish(oid('a'));
    expect(await second.follow(() => Promise.resolve(false))).toBeNull();
    first.leave(false);
    expect(await second.isBorneOut()).toBe(true);
  });

  test('branches know nothing of one another', async () => {
    const train = new Train();
    train.board(MAIN);
    expect(await train.board('refs/heads/other' as BranchRef).follow(usable)).toBeNull();
  });

  test('the first word of how it ended counts', async () => {
    const train = new Train();
    const [first, second] = [train.board(MAIN), train.board(MAIN)];
    first.publish(oid('a'));
    await second.follow(usable);
    first.leave(true);
    first.leave(false);
    expect(await second.isBorneOut()).toBe(true);
  });

  test('a landing lets go of whatever went before it', () => {
    const train = new Train();
    const [first, second] = [train.board(MAIN), train.board(MAIN)];
    expect(second.previous).toBe(first);
    second.leave(true);
    expect(second.previous).toBeNull();
  });
});
