/** The file of one owner, in calls to the vendor. */
export interface Work {
  /** In seconds. */
  startsAt: number;
  calls: number;
}

/** Who gets the next call of a credential that several owners share. */
export type Order = 'turns' | 'arrival';

/**
 * When each file ends if all of them share one credential: a call every `1 / callsPerSecond` seconds, given to the owners
 * that wait, one call each in turn as the product does, or to the file that came first until it ends.
 */
export function simulate(works: readonly Work[], callsPerSecond: number, order: Order): number[] {
  const arriving = works.map((_, at) => at).toSorted((a, b) => startOf(works, a) - startOf(works, b));
  const left = works.map(({ calls }) => calls);
  const endsAt = works.map(({ startsAt }) => startsAt);
  const waiting: number[] = [];
  let arrived = 0;
  let now = 0;
  // The next of those waiting; taken from the front without moving the others.
  let head = 0;
  const arrive = () => {
    for (; arrived < arriving.length && startOf(works, arriving[arrived]) <= now; arrived += 1)
      waiting.push(arriving[arrived] as number);
  };
  for (;;) {
    arrive();
    if (head === waiting.length) {
      if (arrived === arriving.length) return endsAt;
      now = startOf(works, arriving[arrived]);
      continue;
    }
    now += 1 / callsPerSecond;
    const work = waiting[head] as number;
    left[work] = (left[work] as number) - 1;
    if (left[work] === 0) endsAt[work] = now;
    if (left[work] === 0 || order === 'turns') head += 1;
    if (left[work] !== 0 && order === 'turns') {
      // Those who arrived during the call wait before the one who was just served.
      arrive();
      waiting.push(work);
    }
  }
}

const startOf = (works: readonly Work[], at: number | undefined): number =>
  at === undefined ? Number.POSITIVE_INFINITY : (works[at]?.startsAt ?? Number.POSITIVE_INFINITY);
