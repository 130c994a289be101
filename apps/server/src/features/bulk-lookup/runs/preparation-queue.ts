import { turnOf } from '../../../lookups/engine/engine.jobs.ts';
import { createTurns } from '../../../lookups/engine/turns.ts';
import { type OwnedRun, sharerOf } from '../../../lookups/runs/run.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { PreparePayload } from './bulk-lookup.jobs.ts';

/** A larger file lets one more turn of the others pass for each time it has as many rows: their owners wait for small ones. */
const rowsPerTurn = 5000;

/** Files that have arrived and wait for their chunks. Addresses take turns, and small files go first. */
export function createPreparationQueue({ enqueue, nextPriority }: JobQueue<PreparePayload>) {
  const turns = createTurns();

  return {
    async add(tx: Tx, run: OwnedRun, rows: number): Promise<void> {
      turns.moveTo(turnOf(await nextPriority(tx)));
      const turn = turns.take(sharerOf(run)) + Math.floor(rows / rowsPerTurn);
      await enqueue({ run: run.key, rows, turn }, { tx });
    },

    /** Keeps its turn. */
    postpone: (tx: Tx, payload: PreparePayload, seconds: number): Promise<void> =>
      enqueue(payload, { tx, startAfterSeconds: seconds }),
  };
}

export type PreparationQueue = ReturnType<typeof createPreparationQueue>;
