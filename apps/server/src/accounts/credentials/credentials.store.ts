import { sql } from 'kysely';
import type { Db, Pool, Tx } from '../../platform/db/database.ts';
import { prepare } from '../../platform/db/prepared.ts';
import type { Identity } from '../../platform/ownership/caller.ts';
import { lockAndCount } from '../../platform/ownership/count-owned.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { HasSignIn } from '../sign-in-mode.ts';

/** Where the credentials of one kind are stored. */
export type CredentialTable = (
  | { kind: 'token'; name: 'external_api_tokens'; ownerColumn: 'user_id'; hashColumn: 'token_hash' }
  | { kind: 'agent'; name: 'agent_secrets'; ownerColumn: 'owner'; hashColumn: 'secret_hash' }
) & {
  /** SQL condition of a credential `c` of one of the `users` that can be used now; all others look like unknown ones. */
  isUsable: string;
  /** SQL expression of what the credential may do, as text[]. */
  scopes: string;
};

interface Holder {
  hash: string;
  id: string;
  owner: OwnerId;
  isOrganization: boolean;
  scopes: string[] | null;
}

const asBytes = (hex: string) => Buffer.from(hex, 'hex');

export type CredentialStore = ReturnType<typeof createCredentialStore>;

/** What the stores of all kinds of credentials have in common. */
export function createCredentialStore(db: Db, pool: Pool, table: CredentialTable, { signIn }: HasSignIn) {
  const { kind, name, ownerColumn, hashColumn, isUsable, scopes } = table;
  const findHolders = prepare<Holder>(
    `${kind}-holders`,
    { hash: 'text', id: 'uuid', owner: 'uuid', isOrganization: 'bool', scopes: 'text[] | null' },
    `select encode(c.${hashColumn}, 'hex') as hash, c.id, users.id as owner,
            users.kind = 'organization' as "isOrganization", ${scopes} as scopes
       from ${name} c join users on users.id = c.${ownerColumn}
      where c.${hashColumn} = any($1::bytea[]) and users.forgotten_at is null
        and users.suspended_at is null and (users.kind = 'organization' or not $2) and ${isUsable}`,
  );

  return {
    transaction: <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work),
    lockAndCount: (tx: Tx, owner: OwnerId): Promise<number> => lockAndCount(tx, table, owner),

    /** Returns false if the owner has no such credential. */
    async remove(tx: Tx, owner: OwnerId, id: string): Promise<boolean> {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(name)} where id = ${id} and ${sql.ref(ownerColumn)} = ${owner}`.execute(tx);
      return numAffectedRows === 1n;
    },

    /** Whose usable credentials have these hashes, in hex: in their order, null for other hashes. */
    async identify(hashes: string[]): Promise<(Identity | null)[]> {
      // Where sign-in is required, credentials of browsers are refused.
      const rows = await findHolders(pool, hashes.map(asBytes), signIn.mode === 'required');
      const byHash = new Map(
        rows.map(({ hash, id, owner, isOrganization, scopes }) => [
          hash,
          { owner, isOrganization, actor: { kind, id, scopes } },
        ]),
      );
      return hashes.map((hash) => byHash.get(hash) ?? null);
    },
  };
}
