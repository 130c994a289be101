import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { ConfigError, readConfig } from '../config/config.ts';
import { type EventQuery, readAuditEvents } from '../features/audit/audit.ts';
import type { Audit } from '../platform/audit/audit.ts';
import type { Pool } from '../platform/db/database.ts';
import { commandLog, recordCommand } from './command-record.ts';
import { withDatabase } from './with-database.ts';

const day = 24 * 3600 * 1000;

interface Options {
  query: EventQuery;
  isJson: boolean;
}

/** Prints the events of all owners, oldest first. */
export async function printAuditEvents(args: string[]): Promise<void> {
  const config = readConfig('all');
  const { query, isJson } = readOptions(args, config.retention.auditDays);
  const log = commandLog('audit');
  await withDatabase(config, log, async ({ db, pool }) => {
    const audit = await recordCommand(db, log, { action: 'command.audit_read' });
    const lines = Readable.from(linesOf(pool, audit, { query, isJson }), { objectMode: false });
    await pipeline(lines, process.stdout, { end: false }).catch(ignoreClosedPipe);
  });
}

function readOptions(args: string[], auditDays: number): Options {
  const { values } = parseArgs({
    args,
    options: {
      since: { type: 'string' },
      owner: { type: 'string' },
      action: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const { since, owner = null, action = null, json: isJson } = values;
  const from = since === undefined ? new Date(Date.now() - auditDays * day) : new Date(since);
  if (Number.isNaN(from.getTime())) throw new ConfigError(['--since must be a date, such as 2026-11-16']);
  return { query: { since: from, owner, action }, isJson };
}

/** With the name that the owner has in this month's request logs; null for earlier months. */
async function* linesOf(
  pool: Pool,
  { principalAt }: Pick<Audit, 'principalAt'>,
  { query, isJson }: Options,
): AsyncGenerator<string> {
  for await (const events of readAuditEvents(pool, query)) {
    const lines = events.map((event) => {
      const principal = principalAt(event.owner, new Date(event.at));
      const { at, action, outcome, actorKind, owner } = event;
      if (isJson) return JSON.stringify({ ...event, principal });
      return [at, action, outcome, actorKind, owner, principal ?? '-'].join(' ');
    });
    yield `${lines.join('\n')}\n`;
  }
}

/** Another program, such as head, may read only the start. */
function ignoreClosedPipe(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
}
