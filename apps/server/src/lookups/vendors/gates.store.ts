import { type RawBuilder, sql } from 'kysely';
import { createBatcher } from '../../platform/batcher.ts';
import type { Db } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import {
  areAllAvailable,
  beforeCalls,
  type CallCountsStore,
  type Charge,
  type CountColumns,
  chargeCalls,
  chargedCounts,
  countColumns,
  currentCounts,
  type DailyCounts,
  toDailyCounts,
} from './call-counts.store.ts';
import { type CallClass, type Gate, type SlotRequest, slotRequest } from './gate.ts';

export interface GateRules {
  /** Consecutive failures after which the circuit opens. */
  failuresToOpen: number;
  openSeconds: number;
  /** How long a probe may take before another one is admitted. */
  probeSeconds: number;
}

export type Admission =
  /** `charged` is null if nothing was to be charged. */
  | { admitted: true; waitSeconds: number; charged: DailyCounts | null }
  | { admitted: false; reason: 'busy' | 'open' | 'pace'; retryAfterSeconds: number };

/** `wait` is for the first of the calls. */
interface ChargedSlots extends CountColumns {
  wait: number;
  calls: number;
}

interface ChargedCall {
  gate: Gate;
  callClass: CallClass;
  charge: Charge;
}

/** One of the charged keys has no calls left for today. */
export interface UsedUp {
  admitted: false;
  reason: 'used-up';
  spent: DailyCounts;
}

/** Unused slots do not accumulate: after a pause, the next slot is now. */
const nextSlotAt = (seconds: RawBuilder<unknown>) =>
  sql`greatest(next_at, clock_timestamp()) + ${seconds} * interval '1 second'`;
/** Until the first of the slots that were just taken. */
const waitFor = (seconds: RawBuilder<unknown>) =>
  sql`greatest(0, extract(epoch from next_at - clock_timestamp()) - ${seconds})::float8`;

type AdmissionRequest = SlotRequest & Pick<GateRules, 'probeSeconds'>;

/** The gate has a slot within the maximum wait. */
const hasSlot = ({ credential, maxWaitSeconds }: SlotRequest) => sql<boolean>`
  credential = ${credential}
  and coalesce(blocked_until, '-infinity') <= clock_timestamp()
  and next_at <= clock_timestamp() + ${maxWaitSeconds} * interval '1 second'`;

/** The gate lets a call pass now. */
const isPassable = (request: AdmissionRequest) => sql<boolean>`
  ${hasSlot(request)}
  and (open_until is null
       or open_until <= clock_timestamp() and coalesce(probe_until, '-infinity') <= clock_timestamp())`;

const startProbe = ({ probeSeconds }: AdmissionRequest) => sql`
  probe_until = case when open_until is null then null
                     else clock_timestamp() + ${probeSeconds} * interval '1 second' end`;

/** `takesSlot` is false if the vendor limits requests: each of them takes its own. */
const admitQuery = (takesSlot: boolean) =>
  rawQuery<{ wait: number }, AdmissionRequest>(
    { wait: 'float8' },
    (request) => sql`
      update vendor_gates
         set next_at = ${takesSlot ? nextSlotAt(sql`${request.step}`) : sql`next_at`}, ${startProbe(request)}
       where ${isPassable(request)}
      returning ${takesSlot ? waitFor(sql`${request.step}`) : sql`0::float8`} as wait`,
  );

/** The calls that may start within the maximum wait. */
const slotsWithin = ({ step, maxWaitSeconds }: AdmissionRequest) => sql`
  1 + floor((${maxWaitSeconds}::float8 - greatest(0, extract(epoch from next_at - clock_timestamp()))) / ${step}::float8)`;

/**
 * The same for several calls that count against daily limits, in the same statement: a call that the gate refuses is not
 * charged. The gate is locked first, so that its state is the one that the charge is based on. A single call probes an
 * open circuit.
 */
const admitChargedQuery = (takesSlot: boolean) =>
  rawQuery<ChargedSlots, AdmissionRequest & Pick<Charge, 'keys' | 'maxCalls'> & { calls: number }>(
    { wait: 'float8', calls: 'int4', ...countColumns },
    (request) => {
      const grant = sql`
        select least(${request.calls}::int, (select min(calls) from available),
                     ${takesSlot ? slotsWithin(request) : sql`null`},
                     case when open_until is not null then 1 end)::int as calls
          from gate where ${areAllAvailable(request)}`;
      const steps = sql`(granted.calls * ${request.step}::float8)`;
      return sql`
        with gate as materialized (
          select next_at, open_until from vendor_gates where ${isPassable(request)} for no key update),
        ${chargeCalls(request, sql`exists (select from gate)`, grant)}
        update vendor_gates
           set next_at = ${takesSlot ? nextSlotAt(steps) : sql`next_at`}, ${startProbe(request)}
          from granted where credential = ${request.credential}
        returning ${takesSlot ? waitFor(steps) : sql`0::float8`} as wait, granted.calls, ${chargedCounts}`;
    },
  );

const admitLookup = { lookup: admitQuery(true), request: admitQuery(false) };
const admitCharged = { lookup: admitChargedQuery(true), request: admitChargedQuery(false) };

const takeSlot = rawQuery<{ wait: number }, SlotRequest>(
  { wait: 'float8' },
  (request) => sql`
    update vendor_gates
       set next_at = ${nextSlotAt(sql`${request.step}`)}
     where ${hasSlot(request)}
    returning ${waitFor(sql`${request.step}`)} as wait`,
);

/** `blocked` and `open` are seconds, and null if the gate does not exist. */
interface GateState extends CountColumns {
  blocked: number | null;
  open: number | null;
}

const readState = rawQuery<GateState, { credential: string; keys: readonly string[] }>(
  { blocked: 'float8 | null', open: 'float8 | null', ...countColumns },
  ({ credential, keys }) => sql`
    select gate.blocked, gate.open, ${currentCounts(keys)}
      from (values (true)) as always left join (
        select coalesce(extract(epoch from blocked_until - clock_timestamp()), 0)::float8 as blocked,
               coalesce(extract(epoch from greatest(open_until, probe_until) - clock_timestamp()), 0)::float8 as open
          from vendor_gates where credential = ${credential}) as gate on true`,
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
export function createGatesStore(db: Db, rules: GateRules, callCounts: CallCountsStore) {
  const { probeSeconds } = rules;

  /**
   * Unlike a gate, counts survive a crash of the database, so each statement waits for its log to be written. Calls that
   * arrive in the meantime share the next statement.
   */
  const admitCounted = createBatcher(
    async (batch: ChargedCall[]): Promise<(Admission | null)[]> => {
      const [{ gate, callClass, charge }] = batch as [ChargedCall];
      const request = { ...slotRequest(gate, callClass), probeSeconds };
      const [row] = await admitCharged[gate.pace.per](db, { ...request, ...charge, calls: batch.length });
      if (!row) return batch.map(() => null);
      const step = gate.pace.per === 'lookup' ? request.step : 0;
      return batch.map((_, index) => {
        const later = row.calls - 1 - index;
        if (later < 0) return null;
        const charged = beforeCalls(toDailyCounts(row), later);
        return { admitted: true, waitSeconds: row.wait + index * step, charged };
      });
    },
    { groupOf: ({ gate, callClass, charge }) => [gate.credential, callClass, ...charge.keys].join() },
  );

  async function admitUncounted(gate: Gate, callClass: CallClass): Promise<Admission | null> {
    const [row] = await admitLookup[gate.pace.per](db, { ...slotRequest(gate, callClass), probeSeconds });
    return row ? { admitted: true, waitSeconds: row.wait, charged: null } : null;
  }

  /** A charge is for the daily limits of a call on the installation's credentials; null for other calls. */
  async function admit(
    gate: Gate,
    callClass: CallClass,
    charge: Charge | null,
    isFirstTry = true,
  ): Promise<Admission | UsedUp> {
    const { credential } = gate;
    const admission = await (charge
      ? admitCounted({ gate, callClass, charge })
      : admitUncounted(gate, callClass));
    if (admission) return admission;
    const state = await readState(db, { credential, keys: charge?.keys ?? [] });
    const { isNew, usedUp, refusal } = explain(state[0], charge);
    if (usedUp) return { admitted: false, reason: 'used-up', spent: usedUp };
    if (isNew) await createRows(gate, charge);
    // Another request may have created the rows in the meantime. Bulk calls try again later anyway.
    const mayHaveRaced = callClass === 'interactive' && refusal.reason === 'pace';
    return isFirstTry && (isNew || mayHaveRaced) ? admit(gate, callClass, charge, false) : refusal;
  }

  async function createRows({ credential, owner }: Gate, charge: Charge | null): Promise<void> {
    await sql`insert into vendor_gates (credential, owner)
      values (${credential}, ${owner}) on conflict do nothing`.execute(db);
    if (charge) await callCounts.open(charge);
  }

  /** Acquires a slot for one HTTP request of an admitted lookup. */
  async function acquireSlot({ credential, pace }: Gate, maxWaitSeconds: number): Promise<Admission> {
    const [row] = await takeSlot(db, { credential, step: 1 / pace.callsPerSecond, maxWaitSeconds });
    if (row) return { admitted: true, waitSeconds: row.wait, charged: null };
    return explain((await readState(db, { credential, keys: [] }))[0], null).refusal;
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

/** Why a call was not admitted. */
function explain(state: GateState | undefined, charge: Charge | null) {
  const [blocked, open] = [state?.blocked ?? 0, state?.open ?? 0];
  const spent = state && toDailyCounts(state);
  const isUsedUp = charge?.keys.some((key, at) => (spent?.counts[key] ?? 0) >= (charge.maxCalls[at] ?? 0));
  const reason = blocked > 0 ? 'busy' : open > 0 ? 'open' : 'pace';
  const retryAfterSeconds = Math.max(1, Math.ceil(blocked), Math.ceil(open));
  return {
    /** Rows that a call needs do not exist yet. */
    isNew: !state || state.blocked === null || charge?.keys.some((key) => spent?.counts[key] === undefined),
    usedUp: isUsedUp ? spent : undefined,
    refusal: { admitted: false, reason, retryAfterSeconds } as const,
  };
}
