import type { Pool } from '../../platform/db/database.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import { type AnyEvent, createAuditEventsStore, firstId } from './audit-events.store.ts';

export interface EventQuery {
  since: Date;
  /** An owner's id, or the name of a user that still exists. */
  owner: string | null;
  action: string | null;
}

const eventsPerRead = 1000;

/** For operators: the events of all owners, oldest first. */
export async function* readAuditEvents(
  pool: Pool,
  { since, owner, action }: EventQuery,
): AsyncGenerator<AnyEvent[]> {
  const store = createAuditEventsStore(pool);
  const ownerId = owner === null || isUuid(owner) ? owner : await store.findUserId(owner);
  if (owner !== null && ownerId === null) return;
  let after = { at: since.toISOString(), id: firstId };
  for (;;) {
    const events = await store.list(after, { owner: ownerId, action }, eventsPerRead);
    if (events.length > 0) yield events;
    const last = events.at(-1);
    if (!last || events.length < eventsPerRead) return;
    after = last;
  }
}
