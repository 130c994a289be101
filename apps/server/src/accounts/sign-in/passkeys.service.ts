import { randomBytes } from 'node:crypto';
import type { CreationOptions, NewCredential, Passkey } from '@warranty/contracts/passkeys';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import { checkNewPasskey, passkeyAlgorithms, type RelyingParty } from './passkey-check.ts';
import type { PasskeyStore, StoredPasskey } from './passkeys.store.ts';
import type { PeopleStore } from './people.store.ts';
import { attemptMinutes, maxPasskeys } from './sign-in.limits.ts';

const serviceName = 'IT Warranty Lookup';

export interface PasskeyServiceDeps {
  db: Db;
  audit: Pick<Audit, 'record'>;
  store: PasskeyStore;
  people: Pick<PeopleStore, 'findName'>;
  relyingParty: RelyingParty;
}

/** Whose passkey it is. A device that has one of the others creates no second one. */
interface NewPasskey {
  name: string;
  others?: readonly { id: Buffer }[];
}

export type PasskeyService = ReturnType<typeof createPasskeyService>;

const toText = (bytes: Buffer): string => bytes.toString('base64url');

export function createPasskeyService({ db, audit, store, people, relyingParty }: PasskeyServiceDeps) {
  return {
    /** What the browser creates a passkey from. It is stored on the device, with a check of who uses it. */
    creationOptions: (challenge: string, { name, others = [] }: NewPasskey): CreationOptions => ({
      challenge,
      rp: { id: relyingParty.host, name: serviceName },
      user: { id: toText(randomBytes(32)), name, displayName: name },
      pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: others.map(({ id }) => ({ type: 'public-key', id: toText(id) })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
      timeout: attemptMinutes * 60_000,
    }),

    /** Throws unless the browser has created it, here and just now. */
    async check(credential: NewCredential): Promise<StoredPasskey> {
      const passkey = await checkNewPasskey(credential, relyingParty);
      if (!passkey) throw new AppError('passkey_refused');
      return passkey;
    },

    async list(person: OwnerId): Promise<Passkey[]> {
      const passkeys = await store.list(person);
      return passkeys.map(({ id, name, host, createdAt, lastUsedAt }) => ({
        id: toText(id),
        name,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
        worksHere: host === relyingParty.host,
      }));
    },

    /** What a new passkey of the person is created with. Throws if there are too many. */
    async prepare(person: OwnerId): Promise<NewPasskey> {
      const others = await store.list(person);
      if (others.length >= maxPasskeys)
        throw new AppError('too_many_passkeys', { values: { count: maxPasskeys } });
      return { name: await people.findName(person), others };
    },

    /** `startedBy` is the person for whom the browser was asked to create it. */
    async add(caller: Caller, name: string, passkey: StoredPasskey, startedBy: string | null): Promise<void> {
      if (startedBy !== caller.owner) throw new AppError('sign_in_expired');
      await db.transaction().execute(async (tx) => {
        const count = await store.lockAndCount(tx, caller.owner);
        if (count >= maxPasskeys) throw new AppError('too_many_passkeys', { values: { count } });
        if (!(await store.add(tx, caller.owner, { ...passkey, name, host: relyingParty.host })))
          throw new AppError('passkey_refused');
        await audit.record(tx, caller, { action: 'passkey.created', targetId: null });
      });
    },

    /** Keeps at least one that works here: without it, the person could not come back alone. */
    async remove(caller: Caller, id: string): Promise<void> {
      const { host } = relyingParty;
      await db.transaction().execute(async (tx) => {
        await store.lockAndCount(tx, caller.owner);
        const removedHost = await store.remove(tx, caller.owner, Buffer.from(id, 'base64url'));
        if (removedHost === undefined) throw new AppError('not_found');
        const isLast = removedHost === host && (await store.countAt(tx, caller.owner, host)) === 0;
        if (isLast) throw new AppError('last_passkey');
        await audit.record(tx, caller, { action: 'passkey.deleted' });
      });
    },
  };
}
