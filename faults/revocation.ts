import { setTimeout as delay } from 'node:timers/promises';
import { type Server, waitUntil } from '../harness/processes.ts';
import { assert, type FaultContext } from './fault.ts';
import { keepDoing } from './keep-asking.ts';

interface Credential {
  /** Returns the status of a request with it. */
  ask(server: Server): Promise<number>;
  /** Makes it invalid, on the first process. */
  revoke(): Promise<unknown>;
}

const turns = 5;

/**
 * Revokes credentials on one process while another one is asked steadily, so that its cached copy is always as fresh as
 * possible. Returns how many requests were sent, and how long after the revocation the last one was accepted.
 */
export async function assertRevoked(
  context: FaultContext,
  [first, second]: readonly [Server, Server],
  create: () => Promise<Credential>,
): Promise<{ asked: number; lateMs: number }> {
  let longest = 0;
  let asked = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const { ask, revoke } = await create();
    const answers: { at: number; status: number }[] = [];
    const lanes = Array.from({ length: 4 }, () =>
      keepDoing(async () => {
        const at = performance.now();
        answers.push({ at, status: await ask(second) });
      }, 25),
    );
    await waitUntil('the credential to be in use', () => answers.length > 20);
    assert(
      answers.every(({ status }) => status === 200),
      'the credential was not accepted before',
    );
    await revoke();
    const revokedAt = performance.now();
    assert((await ask(first)) === 401, 'the process that revoked it still accepts it');
    await delay(1500);
    await Promise.all(lanes.map((stop) => stop()));
    const lastTaken = Math.max(...answers.filter(({ status }) => status === 200).map(({ at }) => at));
    longest = Math.max(longest, lastTaken - revokedAt);
    asked += answers.length;
  }
  const lateMs = Math.round(longest);
  context.expectBar(lateMs < 1000, `still accepted ${lateMs} ms later`);
  return { asked, lateMs };
}
