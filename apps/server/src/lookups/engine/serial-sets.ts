import type { Tx } from '../../platform/db/database.ts';
import { daysAgo } from '../../platform/db/partitions.ts';
import type { OwnerLimits } from '../../platform/fairness/owner-limits.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { BatchLookup } from '../answers/batch-lookup.ts';
import type { RunRef, SerialSet } from '../runs/run.ts';
import type { EngineRuns } from '../runs/runs.store.ts';
import type { ChunkSummary } from './chunk-reads.store.ts';
import type { ChunksStore, VendorChunking, VendorSerial } from './chunks.store.ts';
import type { Lanes } from './lanes.ts';
import type { SerialResultsStore } from './serial-results.store.ts';

/** Sets of one browser that are looked up at the same time. They do not count as active bulk runs. */
const maxLiveSets = 10;

export interface SerialSetsDeps {
  runs: EngineRuns;
  chunks: ChunksStore;
  answers: SerialResultsStore;
  lanes: Lanes;
  batches: Pick<BatchLookup, 'hasFreshRecord' | 'notKnownSeconds'>;
  ownerLimits: Pick<OwnerLimits, 'factorOf'>;
  chunkingOf(owner: OwnerId, vendors: readonly string[]): Promise<VendorChunking[]>;
}

export interface NewSet {
  /** The id of what the serials belong to. An owner has at most one set with it. */
  id: string;
  serials: readonly VendorSerial[];
  /** Stored with the set, for who started it. */
  options: object;
}

export interface SetState extends Pick<SerialSet, 'status' | 'problem' | 'continuesAt' | 'totalRows'> {
  counts: ChunkSummary['counts'];
}

export type SerialSets = ReturnType<typeof createSerialSets>;

/** Looks up sets of serials that are stored elsewhere, as runs without rows. */
export function createSerialSets(deps: SerialSetsDeps) {
  const { runs, chunks, answers, lanes, batches, ownerLimits, chunkingOf } = deps;

  /** Makes place for a new set, and returns what an unfinished lookup of the same one has not reached. */
  async function replace(tx: Tx, owner: OwnerId, id: string): Promise<VendorSerial[]> {
    const max = maxLiveSets * (await ownerLimits.factorOf(owner, tx));
    await runs.lockOwner(tx, owner);
    const before = await runs.findSet(owner, id, tx);
    const isOpen = before?.status === 'processing' || before?.status === 'paused';
    const open = before && isOpen ? await chunks.openSerials(tx, before.key) : [];
    if (before) await runs.remove(tx, before.key);
    const count = await runs.countLiveSets(tx, owner);
    if (count >= max) throw new AppError('too_many_scan_lookups', { values: { count } });
    return open;
  }

  return {
    /** Starts the lookup of a set. `record` runs in its transaction. */
    async start(caller: Caller, set: NewSet, record: (tx: Tx) => Promise<void>): Promise<void> {
      const { owner, client } = caller;
      await answers.prepareDay(daysAgo(0));
      const before = await runs.findSet(owner, set.id);
      const wanted = set.serials.map(({ vendor }) => vendor);
      const vendors = [...new Set([...wanted, ...(before?.options.vendors ?? [])])];
      const rules = await chunkingOf(owner, vendors);
      const options = JSON.stringify({ ...set.options, vendors });
      await runs.transaction(async (tx) => {
        const serials = [...set.serials, ...(await replace(tx, owner, set.id))];
        const total = new Set(serials.map(({ vendor, serial }) => `${vendor} ${serial}`)).size;
        const run = await runs.insertSet(tx, { owner, clientKey: client.key, id: set.id, options, total });
        const { hasFreshRecord } = batches;
        await chunks.createChunks(tx, run, { rules, serials: chunks.listed(serials), hasFreshRecord });
        await lanes.start(tx, [run]);
        await record(tx);
      });
      if (before) await answers.remove(before);
    },

    async find<Options>(
      owner: OwnerId,
      id: string,
    ): Promise<(SetState & { set: RunRef; options: Options }) | null> {
      const set = await runs.findSet(owner, id);
      if (!set) return null;
      const { counts } = (await chunks.summaries([set.key], batches.notKnownSeconds))(set.key);
      return { ...set, set, counts, options: set.options as Options };
    },

    results: answers.find,
  };
}
