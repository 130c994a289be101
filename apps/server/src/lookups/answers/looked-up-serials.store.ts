import { sql } from 'kysely';
import { createBatcher } from '../../platform/batcher.ts';
import type { Db } from '../../platform/db/database.ts';
import { rawQuery } from '../../platform/db/raw-query.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';

export interface LookedUpSerial {
  owner: OwnerId;
  vendor: string;
  serial: string;
}

interface OwnedSerials extends Omit<LookedUpSerial, 'serial'> {
  serials: readonly string[];
}

const keyOf = ({ owner, vendor, serial }: LookedUpSerial) => `${owner}/${vendor}/${serial}`;

const findOwned = rawQuery<Pick<LookedUpSerial, 'serial'>, OwnedSerials>(
  { serial: 'text' },
  ({ owner, vendor, serials }) => sql`
    select serial from looked_up_serials
     where owner = ${owner} and vendor = ${vendor} and serial = any(${serials}::text[])`,
);

/** Once each, in the same order in every process, so that two statements cannot wait for each other's rows. */
function sortedOnce(found: readonly LookedUpSerial[]): LookedUpSerial[] {
  const byKey = new Map(found.map((each) => [keyOf(each), each]));
  return [...byKey.keys()].sort().map((key) => byKey.get(key) as LookedUpSerial);
}

export type LookedUpSerialsStore = ReturnType<typeof createLookedUpSerialsStore>;

export function createLookedUpSerialsStore(db: Db) {
  /**
   * Commits without waiting for the disk: a crash of the database costs a click on a device that was just looked up. Users that
   * are being erased are left out, because their rows would fail the statement for everyone in it.
   */
  const addBatched = createBatcher(async (batches: (readonly LookedUpSerial[])[]) => {
    const all = sortedOnce(batches.flat());
    const columns = (['owner', 'vendor', 'serial'] as const).map((name) => all.map((each) => each[name]));
    await sql`
      insert into looked_up_serials (owner, vendor, serial)
      select users.id, each.vendor, each.serial
        from unnest(${columns[0]}::uuid[], ${columns[1]}::text[], ${columns[2]}::text[]) as each (owner, vendor, serial)
        join users on users.id = each.owner,
             (select set_config('synchronous_commit', 'off', true)) as setting
         for key share of users
      on conflict (owner, vendor, serial) do update set looked_up_at = excluded.looked_up_at`.execute(db);
    return batches.map(() => undefined);
  });

  return {
    add: (found: readonly LookedUpSerial[]): Promise<void> => addBatched(found),

    async find(keys: OwnedSerials): Promise<Set<string>> {
      return new Set((await findOwned(db, keys)).map(({ serial }) => serial));
    },
  };
}
