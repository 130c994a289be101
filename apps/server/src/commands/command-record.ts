import { type Audit, type AuditEvent, createAudit } from '../platform/audit/audit.ts';
import type { Db } from '../platform/db/database.ts';
import { createLog, type Log } from '../platform/log.ts';
import { commandCaller } from '../platform/ownership/caller.ts';

/** For warnings of a command, next to its output. */
export const commandLog = (role: string): Log =>
  createLog({ level: 'warn', role, human: process.stdout.isTTY === true });

/** A command leaves an event itself. */
export async function recordCommand(db: Db, log: Log, event: AuditEvent): Promise<Audit> {
  const audit = createAudit({ db, log });
  await audit.prepare();
  await audit.recordAlone(commandCaller, event);
  return audit;
}
