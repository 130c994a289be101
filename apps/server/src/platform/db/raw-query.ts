import type { RawBuilder } from 'kysely';
import type { Db, Tx } from './database.ts';

/** Types of PostgreSQL, and what the driver returns for them. */
interface Scalars {
  bool: boolean;
  bytea: Buffer;
  date: string;
  float8: number;
  int4: number;
  int8: string;
  json: unknown;
  jsonb: unknown;
  text: string;
  'text[]': string[];
  timestamptz: Date;
  uuid: string;
}

type TypeNameOf<T> = {
  [S in keyof Scalars]: NonNullable<T> extends Scalars[S] ? (null extends T ? `${S} | null` : S) : never;
}[keyof Scalars];

/** The columns that a query returns, by their types in PostgreSQL. */
export type Columns<R> = { [K in keyof R & string]: TypeNameOf<R[K]> };

/** All queries that are declared here, for the test that compares their columns with what PostgreSQL returns. */
export const rawQueries: {
  columns: Record<string, string>;
  build(params: never): string | RawBuilder<unknown>;
}[] = [];

/**
 * A query for which SQL is the better language. `build` must only put its parameters into the text as values: then the text
 * is always the same, and the test sees the one that runs.
 */
export function rawQuery<R, P>(columns: Columns<R>, build: (params: P) => RawBuilder<unknown>) {
  rawQueries.push({ columns, build });
  return async (db: Db | Tx, params: P): Promise<R[]> => (await build(params).execute(db)).rows as R[];
}
