import type { Operator } from '../accounts/operator.service.ts';
import { type Config, readConfig } from '../config/config.ts';
import { createDeps } from '../deps.ts';
import { reachDatabase } from '../platform/db/reach-database.ts';
import { commandLog } from './command-record.ts';
import { withAddress } from './with-database.ts';

/** For commands about people and organizations: with all that the product is made of, but without taking requests or jobs. */
export async function withOperator(
  command: string,
  work: (operator: Operator, config: Config) => Promise<void>,
): Promise<void> {
  const config = readConfig('all');
  const log = commandLog(command);
  await withAddress(config, log, async (address) => {
    const { migrationsDir } = config;
    const database = await reachDatabase(address, { migrationsDir, migrates: true, log });
    const deps = await createDeps(config, { database, simulator: null, worker: false }, log);
    try {
      await work(deps.operator, config);
    } finally {
      await deps.close();
    }
  });
}
