import { type AuditEvent, auditPageSize, type listAuditEvents } from '@warranty/contracts/audit-events';
import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import { createWriter } from '@warranty/domain/csv/write';
import type { HasNames } from '../../accounts/creators.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { AuditEventsStore, EventPosition, OwnEvent } from './audit-events.store.ts';
import { withPeople } from './named-people.ts';

export interface AuditServiceDeps extends HasNames {
  store: AuditEventsStore;
  audit: Pick<Audit, 'recordAlone' | 'sweep'>;
  /** Older events are not shown, and deleted with their month. */
  auditDays: number;
}

export type AuditService = ReturnType<typeof createAuditService>;

const rowsPerRead = 1000;
/** The columns of the file. */
const columns: Record<string, (event: OwnEvent) => string | null> = {
  'Time (UTC)': ({ at }) => shorten(at),
  Action: ({ action }) => action,
  Outcome: ({ outcome }) => outcome,
  By: ({ actorKind }) => actorKind,
  'By name': ({ actorName }) => actorName,
  'Target ID': ({ targetId }) => targetId,
  'Target name': ({ targetName }) => targetName,
  Details: ({ details }) => {
    const words = Object.entries(details).map(([name, word]) => `${name}: ${word}`);
    return words.join(', ');
  },
  'Request ID': ({ requestId }) => requestId,
};

export function createAuditService({ store, audit, auditDays: days, namesOf }: AuditServiceDeps) {
  const read = async (owner: OwnerId, before: EventPosition | null, limit: number) =>
    withPeople(await store.listOwn(owner, before, { limit, days }), { namesOf });

  async function* fileOf(owner: OwnerId): AsyncGenerator<string> {
    const writer = createWriter({ delimiter: ',', bom: true });
    yield writer.row(Object.keys(columns));
    for (let before: EventPosition | null = null; ; ) {
      const events: OwnEvent[] = await read(owner, before, rowsPerRead);
      yield events.map((event) => writer.row(cellsOf(event))).join('');
      before = events.at(-1) ?? null;
      if (!before || events.length < rowsPerRead) return;
    }
  }

  return {
    async list(owner: OwnerId, cursor: string | undefined): Promise<ReplyOf<typeof listAuditEvents>> {
      const before = cursor === undefined ? null : readCursor(cursor);
      const events = await read(owner, before, auditPageSize + 1);
      const page = events.slice(0, auditPageSize);
      const last = page.at(-1);
      return {
        events: page.map(toWire),
        next: last && events.length > page.length ? `${last.at}_${last.id}` : null,
      };
    },

    /** The file as text, in pieces. Its event comes first, so it is part of the file. */
    async download(caller: Caller): Promise<AsyncIterable<string>> {
      await audit.recordAlone(caller, { action: 'audit.downloaded' });
      return fileOf(caller.owner);
    },

    sweep: () => audit.sweep(days),
  };
}

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

function readCursor(cursor: string): EventPosition {
  const [at = '', id = '', ...rest] = cursor.split('_');
  const isReadable = instant.test(at) && !Number.isNaN(Date.parse(at)) && isUuid(id) && rest.length === 0;
  if (isReadable) return { at, id };
  const details = [{ path: 'query.before', message: 'Must be the `next` of a page' }];
  throw new AppError('invalid_request', { details });
}

/** To the millisecond, as everywhere else. */
const shorten = (at: string) => `${at.slice(0, -4)}Z`;

function toWire({ at, actorId: _, ...event }: OwnEvent): AuditEvent {
  return { at: shorten(at), ...event };
}

const cellsOf = (event: OwnEvent) => Object.values(columns).map((read) => read(event) ?? '');
