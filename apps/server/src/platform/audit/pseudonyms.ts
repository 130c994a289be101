import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';

export interface MonthKey {
  /** The first day, yyyy-mm-dd. */
  month: string;
  key: Buffer;
}

interface TimedKey {
  key: Buffer;
  from: number;
  until: number;
}

const maxPrincipals = 50_000;
const principalLength = 12;
const addressLength = 32;

function timed({ month, key }: MonthKey): TimedKey {
  const first = new Date(`${month}T00:00:00Z`);
  return { key, from: first.getTime(), until: Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1) };
}

/**
 * Hashes that are the same in all processes for a month. After it they cannot be reproduced, because the key is deleted.
 * Null while no key of the month is known.
 */
export function createPseudonyms() {
  let keys: TimedKey[] = [];
  let current: TimedKey | undefined;
  const principals = new LRUCache<string, string>({ max: maxPrincipals });

  function keyOf(now: number): Buffer | null {
    if (current && now < current.until && now >= current.from) return current.key;
    principals.clear();
    keys = keys.filter(({ until }) => until > now);
    current = keys.find(({ from }) => from <= now);
    return current?.key ?? null;
  }

  function hash(text: string, length: number): string | null {
    const key = keyOf(Date.now());
    return key && createHmac('sha256', key).update(text).digest('hex').slice(0, length);
  }

  function principalOf(owner: string): string | null {
    if (!keyOf(Date.now())) return null;
    const known = principals.get(owner);
    if (known) return known;
    const principal = hash(`owner:${owner}`, principalLength);
    if (principal) principals.set(owner, principal);
    return principal;
  }

  return {
    use(known: readonly MonthKey[]): void {
      keys = known.map(timed);
      current = undefined;
    },

    /** A short name of an owner for log lines. */
    principalOf,

    /** Its name in the log lines of that moment; null for another month, of which the key may be gone. */
    principalAt(owner: string, moment: Date): string | null {
      const principal = principalOf(owner);
      const time = moment.getTime();
      return current && time >= current.from && time < current.until ? principal : null;
    },

    addressHash: (address: string): string | null => hash(`address:${address}`, addressLength),
  };
}
