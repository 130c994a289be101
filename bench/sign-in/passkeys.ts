import { type Member, startVisitor } from '../../harness/people.ts';
import { quantile } from '../measurement.ts';
import { timed } from '../paired/cpu-time.ts';
import { addressOf } from './fleet.ts';

export interface SignIns {
  p50: number;
  p95: number;
  perSecond: number;
  /** CPU time of one sign-in, which other work on the machine hardly affects. */
  cpuMs: number;
}

/** The next address that has not been used, so that no network starts more sign-ins than it may. */
let addresses = 1000;

/** One sign-in as a browser does it: the options, and the reply that the passkey has signed. Returns milliseconds. */
async function signIn(url: string, { authenticator }: Member): Promise<number> {
  const { signIn: withPasskey } = startVisitor(url, addressOf(addresses++));
  const startedAt = performance.now();
  await withPasskey(authenticator);
  return performance.now() - startedAt;
}

/** Signs in `count` times in browsers that were not signed in, `atOnce` at a time, as the members in turns. */
export async function measureSignIns(
  { url, pids }: { url: string; pids: number[] },
  members: readonly Member[],
  { count, atOnce }: { count: number; atOnce: number },
): Promise<SignIns> {
  const times: number[] = [];
  let started = 0;
  const lane = async () => {
    while (started < count) {
      const member = members[started++ % members.length] as Member;
      times.push(await signIn(url, member));
    }
  };
  const { seconds, cpuSeconds } = await timed(pids, () => Promise.all(Array.from({ length: atOnce }, lane)));
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  return { p50, p95, perSecond: count / seconds, cpuMs: (cpuSeconds * 1000) / count };
}
