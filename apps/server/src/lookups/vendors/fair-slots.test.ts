import { setImmediate as nextTurn } from 'node:timers/promises';
import { VendorError } from '@warranty/connectors/outcome';
import { expect, it } from 'vitest';
import { installationOwner, toOwnerId } from '../../platform/ownership/owner-id.ts';
import { createFairSlots } from './fair-slots.ts';

const pace = { callsPerSecond: 2, per: 'lookup', callsPerDay: null } as const;
const system = { credential: 'system:dell', owner: installationOwner, pace };
const own = { credential: 'owner:dell', owner: toOwnerId('owner'), pace };

/** Calls that wait until they are answered. */
function startCalls() {
  const withSlot = createFairSlots();
  const begun: string[] = [];
  const answers: (() => void)[] = [];
  const call = (owner: string, gate: Parameters<typeof withSlot>[0] = system, address = owner) =>
    withSlot(gate, { owner, client: { key: address } }, async () => {
      begun.push(owner);
      await new Promise<void>((resolve) => answers.push(resolve));
    });
  const answerOne = async () => {
    await nextTurn();
    answers.shift()?.();
    await nextTurn();
  };
  return { call, begun, answers, answerOne };
}

it('the next slot of the server’s own credentials goes to the caller with the fewest', async () => {
  const { call, begun, answers, answerOne } = startCalls();
  const greedy = Array.from({ length: 10 }, () => call('greedy').catch((error: unknown) => error));
  const honest = call('honest');
  await answerOne();
  expect(begun).toEqual(['greedy', 'greedy', 'honest']);
  // The honest call took the place of the newest greedy one.
  expect(await greedy[9]).toMatchObject({ kind: 'busy', isLocalLimit: true, retryAfterSeconds: 1 });
  while (answers.length > 0) await answerOne();
  await Promise.all([...greedy, honest]);
});

it('rejects calls that could not be made in time', async () => {
  const { call, answers, answerOne } = startCalls();
  const made = Array.from({ length: 10 }, () => call('alone'));
  await expect(call('alone')).rejects.toBeInstanceOf(VendorError);
  while (answers.length > 0) await answerOne();
  await Promise.all(made);
});

it('does not limit calls with a user’s own credentials', async () => {
  const { call, begun, answers, answerOne } = startCalls();
  const made = Array.from({ length: 20 }, () => call('owner', own));
  expect(begun).toHaveLength(20);
  while (answers.length > 0) await answerOne();
  await Promise.all(made);
});
