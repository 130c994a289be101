import type { Pool, PoolClient } from './database.ts';

/** For statements that Kysely cannot express. The connection is always released, and is discarded if it may be broken. */
export async function inPooledTransaction<T>(
  pool: Pool,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    failure = error as Error;
    await client.query('rollback').then(
      () => {
        failure = undefined;
      },
      () => undefined,
    );
    throw error;
  } finally {
    client.release(failure);
  }
}
