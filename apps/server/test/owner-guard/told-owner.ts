import type pg from 'pg';
import type { Send } from './second-run.ts';

/** What the triggers of a connection know: a value of the connection, and one of its transaction that hides it. */
interface Told {
  ofConnection: string;
  ofTransaction: string | null;
}

const told = new WeakMap<pg.Client, Told>();

export const isInTransaction = (client: pg.Client): boolean => client.getTransactionStatus() === 'T';

/** To be called before every statement: the value of a transaction ends with it, or with a part of it that is undone. */
export function forgetEnded(client: pg.Client, text: string): void {
  const knows = told.get(client);
  if (knows && (!isInTransaction(client) || /^\s*rollback/i.test(text))) knows.ofTransaction = null;
}

/** Tells the triggers for whom the next statements write. Null if they know. */
export function tellOwner(client: pg.Client, owner: string, send: Send): Promise<void> | null {
  const knows = told.get(client) ?? { ofConnection: '', ofTransaction: null };
  told.set(client, knows);
  if ((knows.ofTransaction ?? knows.ofConnection) === owner) return null;
  const isLocal = isInTransaction(client);
  knows[isLocal ? 'ofTransaction' : 'ofConnection'] = owner;
  const set = send(`select set_config('owner_guard.owner', '${owner}', ${isLocal})`);
  // If this fails, so does the statement.
  return set.then(
    () => undefined,
    () => undefined,
  );
}
