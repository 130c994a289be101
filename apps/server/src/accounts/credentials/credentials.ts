import type { AuditAction } from '@warranty/contracts/audit-actions';
import type { ErrorCode } from '@warranty/contracts/core/errors';
import type { Audit, AuditEvent } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { OwnerLimits } from '../../platform/fairness/owner-limits.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import { createTokenFormat, hashTokenHex } from '../../platform/secrets/checksummed-tokens.ts';
import { whileMember } from '../organizations/while-member.ts';
import type { CredentialStore } from './credentials.store.ts';
import { createVerifier } from './verifier.ts';

/** Credentials that an owner gives to other programs. */
export interface CredentialKind {
  /** Secret scanners search for it, and the log redacts values that start with it. */
  prefix: string;
  /** How many a browser may have. */
  max: number;
  tooMany: ErrorCode;
  created: AuditAction;
  revoked: AuditAction;
  /** In sentences: "Token". */
  noun: string;
}

export interface CredentialsDeps {
  store: CredentialStore;
  audit: Pick<Audit, 'record'>;
  ownerLimits: Pick<OwnerLimits, 'factorOf'>;
  /** Creates a recovery code if the owner has none yet. */
  firstRecoveryCode(owner: OwnerId): Promise<string | null>;
}

/** What is stored of a new credential. */
export interface SealedCredential {
  hash: Buffer;
  masked: string;
}

export type Credentials = ReturnType<typeof createCredentials>;

/** Creates a kind of credentials, which are shown once and stored as a hash, and tells whose they are. */
export function createCredentials(
  kind: CredentialKind,
  { store, audit, ownerLimits, firstRecoveryCode }: CredentialsDeps,
) {
  const format = createTokenFormat(kind.prefix);
  const verifier = createVerifier({ isWellFormed: format.isWellFormed, identify: store.identify });

  /** `work` returns false if the owner has no such credential. */
  async function change(
    caller: Caller,
    id: string,
    event: Omit<AuditEvent, 'targetId'>,
    work: (tx: Tx) => Promise<boolean>,
  ): Promise<void> {
    if (!isUuid(id)) throw new AppError('not_found');
    const changing = store.transaction(async (tx) => {
      if (!(await work(tx))) throw new AppError('not_found');
      await audit.record(tx, caller, { ...event, targetId: id });
    });
    await whileMember(changing);
    verifier.invalidate();
  }

  return {
    identify: verifier.identify,
    change,

    /** Returns what `insert` did, the credential itself, and what to tell about it. */
    async create<Row extends { id: string }>(
      caller: Caller,
      insert: (tx: Tx, sealed: SealedCredential) => Promise<Row>,
    ) {
      const raw = format.create();
      const sealed = { hash: Buffer.from(hashTokenHex(raw), 'hex'), masked: format.masked(raw) };
      const max = kind.max * (await ownerLimits.factorOf(caller.owner));
      const creating = store.transaction(async (tx) => {
        const count = await store.lockAndCount(tx, caller.owner);
        if (count >= max) throw new AppError(kind.tooMany, { values: { count } });
        const created = await insert(tx, sealed);
        await audit.record(tx, caller, { action: kind.created, targetId: created.id });
        return created;
      });
      const row = await whileMember(creating);
      const message = `${kind.noun} created. Copy it now. It won't be shown again.`;
      return { row, raw, message, recoveryCode: await firstRecoveryCode(caller.owner) };
    },

    async revoke(caller: Caller, id: string): Promise<{ message: string }> {
      await change(caller, id, { action: kind.revoked }, (tx) => store.remove(tx, caller.owner, id));
      return { message: `${kind.noun} revoked.` };
    },
  };
}
