import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createCallLines } from './call-lines.ts';

/** Calls that hold the head of their line until they are ended. */
function startLine() {
  const lines = createCallLines();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    lines,
    begun,
    wait: (address: string, owner = address, credential = 'dell') =>
      lines.run(credential, { client: { key: address }, owner }, async () => {
        begun.push(owner);
        await new Promise<void>((resolve) => ends.push(resolve));
      }),
    async endFirst() {
      ends.shift()?.();
      await nextTurn();
    },
  };
}

it('lets one call at a time ask for a slot: addresses in turn, then owners', async () => {
  const { begun, wait, endFirst } = startLine();
  const owners = ['a1', 'a1', 'a1', 'a2'];
  const calls = [...owners.map((owner) => wait('a', owner)), wait('b', 'b1')];
  await nextTurn();
  expect(begun).toEqual(['a1']);
  for (let ended = 0; ended < calls.length; ended += 1) await endFirst();
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a1', 'a1']);
  await Promise.all(calls);
});

it('has a line for each credential, and none when no call waits', async () => {
  const { lines, begun, wait, endFirst } = startLine();
  const calls = [wait('a'), wait('b', 'b', 'hp')];
  await nextTurn();
  expect(begun).toEqual(['a', 'b']);
  expect(lines.has('dell')).toBe(true);
  await endFirst();
  await endFirst();
  await Promise.all(calls);
  expect([lines.has('dell'), lines.has('hp')]).toEqual([false, false]);
});

it('goes on when a call fails', async () => {
  const { lines } = startLine();
  const sharer = { client: { key: 'a' }, owner: 'a' };
  const failing = lines.run('dell', sharer, () => Promise.reject(new Error('refused')));
  const next = lines.run('dell', sharer, async () => 'asked');
  await expect(failing).rejects.toThrow('refused');
  expect(await next).toBe('asked');
});
