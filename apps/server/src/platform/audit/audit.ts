import type { AuditAction, AuditOutcome } from '@warranty/contracts/audit-actions';
import type { Db, Tx } from '../db/database.ts';
import { addressKey } from '../limits/address-key.ts';
import type { Log } from '../log.ts';
import type { Actor } from './actor.ts';
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

  async function hashAddress(address: string | null, from: Db | Tx): Promise<string | null> {
    if (address === null) return null;
    const text = addressKey(address);
    const known = pseudonyms.addressHash(text);
    if (known) return known;
    // The last sweep was more than three months ago, or the process started before the migration.
    pseudonyms.use(await store.listKeys(from));
    const hash = pseudonyms.addressHash(text);
    if (hash) return hash;
    void prepareOrWarn();
    throw new Error('there is no table for the audit events of this month');
  }

  async function toRow(from: Db | Tx, actor: Actor, event: AuditEvent): Promise<EventRow> {
    const { action, outcome = 'done', details = {} } = event;
    for (const [name, word] of Object.entries(details))
      if (!ownWord.test(word)) throw new Error(`the audit detail ${name} of ${action} is not a word of ours`);
    const { owner, kind: actorKind, id: actorId, requestId } = actor;
    const addressHash = await hashAddress(actor.address, from);
    return {
      ...{ owner, actorKind, actorId, action, outcome, requestId, addressHash },
      details: JSON.stringify(details),
    };
  }

  /** A second copy, for operators who ship their logs elsewhere. */
  function note(
    { owner, kind: actorKind, requestId }: Actor,
    { action, outcome = 'done' }: AuditEvent,
  ): void {
    const principal = owner === null ? null : pseudonyms.principalOf(owner);
    log.info({ requestId, action, outcome, actorKind, principal }, 'audit event');
  }

  /** Also leaves a line if the change is rolled back after this: the line of its request then has status 500. */
  async function record(tx: Tx, actor: Actor, event: AuditEvent): Promise<void> {
    await store.insert(tx, await toRow(tx, actor, event), event.targetId ?? null);
    note(actor, event);
  }

  return {
    prepare,
    prepareOrWarn,
    principalOf: pseudonyms.principalOf,
    principalAt: pseudonyms.principalAt,

    record,

    /** For an event without a change, such as a download. */
    recordAlone: (actor: Actor, event: AuditEvent): Promise<void> =>
      store.transaction((tx) => record(tx, actor, event)),

    note,
    /**
     * The parameters of `insertEventSql`, for a statement that makes the change and records it at once. After it, call
     * `note` if there was a change.
     */
    parametersOf: async (actor: Actor, event: Omit<AuditEvent, 'targetId'>): Promise<unknown[]> =>
      eventParameters(await toRow(db, actor, event)),

    async sweep(retentionDays: number): Promise<void> {
      await prepare();
      await store.deletePastKeys();
      await store.dropMonths(retentionDays);
    },
  };
}
