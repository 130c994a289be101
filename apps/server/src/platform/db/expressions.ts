import { sql } from 'kysely';

/** The time of the transaction, on the clock of the database. */
export const now = sql<Date>`now()`;

export const ago = (count: number, unit: 'hour' | 'day') =>
  sql<Date>`now() - ${count} * interval ${sql.lit(`1 ${unit}`)}`;

/** As a number: the driver returns the bigint of `count(*)` as text. */
export const rowCount = sql<number>`count(*)::int`.as('count');
