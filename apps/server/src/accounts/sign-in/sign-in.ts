import type { Db } from '../../platform/db/database.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import { defineFeature } from '../../platform/feature.ts';
import { scheduledJob } from '../../platform/jobs/job.ts';
import { createSignInStore } from './sign-in.store.ts';
import { signInTables } from './sign-in.tables.ts';

const sweepBatch = 1000;

export function createSignIn({ db }: { db: Db }) {
  const store = createSignInStore(db);

  async function sweep(): Promise<void> {
    await inBatches(sweepBatch, store.deleteExpiredLinks);
    await inBatches(sweepBatch, store.deleteOldAttempts);
  }

  return defineFeature({
    routes: [],
    tables: signInTables,
    jobs: [scheduledJob('sign-in.sweep', '*/15 * * * *', sweep)],
  });
}
