import { setTimeout as delay } from 'node:timers/promises';
import { type Server, waitUntil } from '../harness/processes.ts';
import { assert, type FaultContext } from './fault.ts';
import { keepDoing } from './keep-asking.ts';

/** Returns the status of a request with a credential. */
type Ask = (server: Server) => Promise<number>;

interface Credential {
  ask: Ask;
  /** Makes it invalid, on the first process. */
  revoke(): Promise<unknown>;
}

/** What became of the requests with one credential. */
export interface Revoked {
  asked: number;
  /** Of those that began after the reply to the revocation. */
  accepted: number;
  /** How long after that reply the last one that was accepted began. */
  lateMs: number;
}

const turns = 5;

/**
 * Asks the second process steadily with some credentials, so that what it has cached is always as fresh as possible, while they
 * are revoked on the first one.
 */
export async function revokeInUse(
  [first, second]: readonly [Server, Server],
  asks: readonly Ask[],
  { revoke, refusals = [401] }: { revoke(): Promise<unknown>; refusals?: number[] },
): Promise<Revoked[]> {
  const watched = asks.map((ask) => {
    const answers: { at: number; status: number }[] = [];
    const lanes = Array.from({ length: 4 }, () =>
      keepDoing(async () => {
        const at = performance.now();
        answers.push({ at, status: await ask(second) });
      }, 25),
    );
    return { ask, answers, lanes };
  });
  await waitUntil('the credentials to be in use', () => watched.every(({ answers }) => answers.length > 20));
  const before = watched.flatMap(({ answers }) => answers);
  assert(
    before.every(({ status }) => status === 200),
    'a credential was not accepted before',
  );
  await revoke();
  const revokedAt = performance.now();
  for (const ask of asks)
    assert(refusals.includes(await ask(first)), 'the process that revoked it still accepts it');
  await delay(1500);
  await Promise.all(watched.flatMap(({ lanes }) => lanes.map((stop) => stop())));
  return watched.map(({ answers }) => {
    const late = answers.filter(({ at, status }) => status === 200 && at > revokedAt);
    const unexpected = answers.find(({ status }) => status !== 200 && !refusals.includes(status));
    assert(!unexpected, `a request was refused with ${unexpected?.status}`);
    const lateMs = Math.max(0, ...late.map(({ at }) => at - revokedAt));
    return { asked: answers.length, accepted: late.length, lateMs: Math.round(lateMs) };
  });
}

/** All of them together. */
export const sumOf = (revoked: readonly Revoked[]): Revoked => ({
  asked: revoked.reduce((sum, { asked }) => sum + asked, 0),
  accepted: revoked.reduce((sum, { accepted }) => sum + accepted, 0),
  lateMs: Math.max(0, ...revoked.map(({ lateMs }) => lateMs)),
});

/** Revokes credentials, one after the other. Returns how many requests were sent, and how late the last one was accepted. */
export async function assertRevoked(
  context: FaultContext,
  servers: readonly [Server, Server],
  create: () => Promise<Credential>,
): Promise<Revoked> {
  const all: Revoked[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const { ask, revoke } = await create();
    all.push(...(await revokeInUse(servers, [ask], { revoke })));
  }
  const revoked = sumOf(all);
  context.expectBar(revoked.lateMs < 1000, `still accepted ${revoked.lateMs} ms later`);
  return revoked;
}
