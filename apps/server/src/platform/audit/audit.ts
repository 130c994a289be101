import type { AuditAction, AuditOutcome } from '@warranty/contracts/audit-actions';
import type { Db, Tx } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { Caller, Client } from '../ownership/caller.ts';
import { createAuditStore, type EventRow, eventParameters } from './audit.store.ts';
import { createPseudonyms } from './pseudonyms.ts';

export interface AuditEvent {
  action: AuditAction;
  /** The id of what was changed. */
  targetId?: string | null;
  outcome?: AuditOutcome;
  /** Words of our own, such as the id of a vendor: never a name, value or serial number. */
  details?: Partial<Record<'vendor' | 'keyType' | 'operation' | 'change', string>>;
}

export type Audit = ReturnType<typeof createAudit>;

const ownWord = /^[a-z][a-z0-9_.-]{0,49}$/;

/** The audit log. An event is part of the transaction of its change: no event, no change. */
export function createAudit({ db, log }: { db: Db; log: Log }) {
  const store = createAuditStore(db);
  const pseudonyms = createPseudonyms();

  /** Makes the tables for the next events. */
  async function prepare(): Promise<void> {
    await store.makeMonths();
    pseudonyms.use(await store.listKeys());
  }

  const prepareOrWarn = () =>
    prepare().catch((err: unknown) => log.warn({ err }, 'the tables of audit events cannot be created'));

  async function hashAddress({ ip, key }: Client, from: Db | Tx): Promise<string | null> {
    if (ip === null) return null;
    const known = pseudonyms.addressHash(key);
    if (known) return known;
    // The last sweep was more than three months ago, or the process started before the migration.
    pseudonyms.use(await store.listKeys(from));
    const hash = pseudonyms.addressHash(key);
    if (hash) return hash;
    void prepareOrWarn();
    throw new Error('there is no table for the audit events of this month');
  }

  async function toRow(from: Db | Tx, caller: Caller, event: AuditEvent): Promise<EventRow> {
    const { action, outcome = 'done', details = {} } = event;
    for (const [name, word] of Object.entries(details))
      if (!ownWord.test(word)) throw new Error(`the audit detail ${name} of ${action} is not a word of ours`);
    const { owner, actor, requestId } = caller;
    return {
      ...{ owner, actor_kind: actor.kind, actor_id: actor.id, action, outcome, request_id: requestId },
      address_hash: await hashAddress(caller.client, from),
      details: JSON.stringify(details),
    };
  }

  /** A second copy, for operators who ship their logs elsewhere. */
  function note({ owner, actor, requestId }: Caller, { action, outcome = 'done' }: AuditEvent): void {
    const principal = pseudonyms.principalOf(owner);
    log.info({ requestId, action, outcome, actorKind: actor.kind, principal }, 'audit event');
  }

  /** Also leaves a line if the change is rolled back after this: the line of its request then has status 500. */
  async function record(tx: Tx, caller: Caller, event: AuditEvent): Promise<void> {
    await store.insert(tx, await toRow(tx, caller, event), event.targetId ?? null);
    note(caller, event);
  }

  return {
    prepare,
    prepareOrWarn,
    principalOf: pseudonyms.principalOf,
    principalAt: pseudonyms.principalAt,

    record,

    /** For an event without a change, such as a download. */
    recordAlone: (caller: Caller, event: AuditEvent): Promise<void> =>
      store.transaction((tx) => record(tx, caller, event)),

    note,
    /**
     * The parameters of `insertEventSql`, for a statement that makes the change and records it at once. After it, call
     * `note` if there was a change.
     */
    parametersOf: async (caller: Caller, event: Omit<AuditEvent, 'targetId'>): Promise<unknown[]> =>
      eventParameters(await toRow(db, caller, event)),

    async sweep(retentionDays: number): Promise<void> {
      await prepare();
      await store.deletePastKeys();
      await store.dropMonths(retentionDays);
    },
  };
}
