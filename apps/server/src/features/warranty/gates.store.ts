import type { VendorRate } from '@warranty/contracts/vendors/vendor';
import { sql } from 'kysely';
import { createBatcher } from '../../platform/batcher.ts';
import type { Db } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';

/** Rate limit state of one credential, shared by all processes. */
export interface Gate {
  credential: string;
  /** The user who owns the credential; null for the server's own. The row is deleted with the user. */
  owner: string | null;
  pace: VendorRate;
}

export interface GateRules {
  /** Consecutive failures after which the circuit opens. */
  failuresToOpen: number;
  openSeconds: number;
  /** How long a probe may take before another one is admitted. */
  probeSeconds: number;
}

export type Admission =
  | { admitted: true; waitSeconds: number }
  | { admitted: false; reason: 'busy' | 'open' | 'pace'; retryAfterSeconds: number };

/** Each class has its own maximum wait and share of the rate, so that bulk calls leave room for interactive ones. */
export type CallClass = 'interactive' | 'bulk';
const maxWaitSeconds: Record<CallClass, number> = { interactive: 5, bulk: 0.2 };
const rateShare: Record<CallClass, number> = { interactive: 1, bulk: 0.8 };

/**
 * Lookups per second available to bulk runs. An upper bound if the vendor limits requests, because one lookup may need
 * several.
 */
export const bulkCallsPerSecond = ({ pace: { callsPerSecond, per } }: Pick<Gate, 'pace'>): number =>
  per === 'lookup' ? callsPerSecond * rateShare.bulk : callsPerSecond;

/** Unused slots do not accumulate: after a pause, the next slot is now. */
const nextSlotAt = (step: number) =>
  sql`greatest(next_at, clock_timestamp()) + ${step} * interval '1 second'`;
const waitFor = (step: number) =>
  sql`greatest(0, extract(epoch from next_at - clock_timestamp()) - ${step})::float8`;

interface SlotRequest {
  credential: string;
  /** Seconds between two slots. */
  step: number;
  maxWaitSeconds: number;
}

/** `takesSlot` is false if the vendor limits requests: each of them takes its own. */
const admitQuery = (takesSlot: boolean) =>
  rawQuery<{ wait: number }, SlotRequest & Pick<GateRules, 'probeSeconds'>>(
    { wait: 'float8' },
    ({ credential, step, maxWaitSeconds, probeSeconds }) => sql`
      update vendor_gates as gate
         set next_at = ${takesSlot ? nextSlotAt(step) : sql`next_at`},
             probe_until = case when open_until is null then null
                                else clock_timestamp() + ${probeSeconds} * interval '1 second' end
       where credential = ${credential}
         and coalesce(blocked_until, '-infinity') <= clock_timestamp()
         and (open_until is null
              or open_until <= clock_timestamp() and coalesce(probe_until, '-infinity') <= clock_timestamp())
         and next_at <= clock_timestamp() + ${maxWaitSeconds} * interval '1 second'
      returning ${takesSlot ? waitFor(step) : sql`0::float8`} as wait`,
  );
const admitLookup = { lookup: admitQuery(true), request: admitQuery(false) };

const takeSlot = rawQuery<{ wait: number }, SlotRequest>(
  { wait: 'float8' },
  ({ credential, step, maxWaitSeconds }) => sql`
    update vendor_gates
       set next_at = ${nextSlotAt(step)}
     where credential = ${credential}
       and coalesce(blocked_until, '-infinity') <= clock_timestamp()
       and next_at <= clock_timestamp() + ${maxWaitSeconds} * interval '1 second'
    returning ${waitFor(step)} as wait`,
);

const readRefusal = rawQuery<{ blocked: number; open: number }, { credential: string }>(
  { blocked: 'float8', open: 'float8' },
  ({ credential }) => sql`
    select coalesce(extract(epoch from blocked_until - clock_timestamp()), 0)::float8 as blocked,
           coalesce(extract(epoch from greatest(open_until, probe_until) - clock_timestamp()), 0)::float8 as open
      from vendor_gates where credential = ${credential}`,
);

const listBlocked = rawQuery<{ credential: string }, { credentials: string[] }>(
  { credential: 'text' },
  ({ credentials }) => sql`
    select credential from vendor_gates
     where credential = any(${credentials})
       and (blocked_until > clock_timestamp() or open_until > clock_timestamp())`,
);

export type GatesStore = ReturnType<typeof createGatesStore>;

/**
 * Rate limit, Retry-After and circuit breaker in one statement on the database clock, so that all processes share what one
 * of them learns.
 */
export function createGatesStore(db: Db, rules: GateRules) {
  async function admit(gate: Gate, callClass: CallClass, isSecondTry = false): Promise<Admission> {
    const { credential, owner, pace } = gate;
    const [row] = await admitLookup[pace.per](db, {
      credential,
      step: 1 / (pace.callsPerSecond * rateShare[callClass]),
      maxWaitSeconds: maxWaitSeconds[callClass],
      probeSeconds: rules.probeSeconds,
    });
    if (row) return { admitted: true, waitSeconds: row.wait };
    const { numAffectedRows } = await sql`insert into vendor_gates (credential, owner)
      values (${credential}, ${owner}) on conflict do nothing`.execute(db);
    // Another request may have created the row in the meantime. Bulk calls try again later anyway.
    const mayHaveRaced = callClass === 'interactive' && !isSecondTry;
    return numAffectedRows === 1n || mayHaveRaced ? admit(gate, callClass, true) : refuse(credential);
  }

  /** Acquires a slot for one HTTP request of an admitted lookup. */
  async function acquireSlot({ credential, pace }: Gate, maxWaitSeconds: number): Promise<Admission> {
    const [row] = await takeSlot(db, { credential, step: 1 / pace.callsPerSecond, maxWaitSeconds });
    return row ? { admitted: true, waitSeconds: row.wait } : refuse(credential);
  }

  async function refuse(credential: string): Promise<Admission> {
    const { blocked = 0, open = 0 } = (await readRefusal(db, { credential }))[0] ?? {};
    const reason = blocked > 0 ? 'busy' : open > 0 ? 'open' : 'pace';
    return { admitted: false, reason, retryAfterSeconds: Math.max(1, Math.ceil(Math.max(blocked, open))) };
  }

  const isBlocked = createBatcher(async (credentials: string[]) => {
    const rows = await listBlocked(db, { credentials });
    return credentials.map((asked) => rows.some(({ credential }) => credential === asked));
  });

  const succeeded = createBatcher(async (credentials: string[]) => {
    await sql`update vendor_gates set failures = 0, open_until = null, probe_until = null
               where credential = any(${credentials}) and (failures > 0 or open_until is not null)`.execute(
      db,
    );
    return credentials.map(() => undefined);
  });

  return {
    admit,
    acquireSlot,

    /** Whether the vendor asked us to back off while we were waiting for a slot. */
    isBlocked,

    async isOpen(credential: string): Promise<boolean> {
      const { rows } = await sql`select from vendor_gates
        where credential = ${credential} and open_until is not null`.execute(db);
      return rows.length > 0;
    },

    /** For any reply that can be read, even a rejection: it proves that the vendor works. */
    succeeded,

    async failed(credential: string): Promise<void> {
      await sql`update vendor_gates
                   set failures = failures + 1,
                       probe_until = null,
                       open_until = case when failures + 1 >= ${rules.failuresToOpen}
                                         then clock_timestamp() + ${rules.openSeconds} * interval '1 second' end
                 where credential = ${credential}`.execute(db);
    },

    async blocked(credential: string, seconds: number): Promise<void> {
      await sql`update vendor_gates
                   set blocked_until = greatest(blocked_until, clock_timestamp() + ${seconds} * interval '1 second')
                 where credential = ${credential}`.execute(db);
    },
  };
}
