import type { AccessToken } from '@warranty/contracts/access-tokens';
import type { Audit } from '../../platform/audit/audit.ts';
import type { ActingCaller } from '../../platform/http/acting-caller.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import { hashTokenHex } from '../../platform/secrets/checksummed-tokens.ts';
import type { AccessTokensStore, TokenRow } from './access-tokens.store.ts';
import { accessTokenFormat } from './token-format.ts';

export interface AccessTokensServiceDeps {
  store: AccessTokensStore;
  audit: Pick<Audit, 'record'>;
  tokensPerUser: number;
  /** Invalidates cached tokens. */
  changed(): void;
  /** Creates a recovery code if the user has none yet. */
  firstRecoveryCode(userId: string): Promise<string | null>;
}

export interface NewToken {
  tokenName: string;
  expiresAt?: string | null | undefined;
}

export interface TokenChange {
  tokenName?: string | undefined;
  isActive?: boolean | undefined;
}

interface CreatedToken {
  token: AccessToken;
  rawToken: string;
  message: string;
  recoveryCode: string | null;
}

export type AccessTokensService = ReturnType<typeof createAccessTokensService>;

export function createAccessTokensService(deps: AccessTokensServiceDeps) {
  const { store, audit, tokensPerUser, changed, firstRecoveryCode } = deps;
  return {
    async list(userId: string): Promise<AccessToken[]> {
      return (await store.list(userId)).map(toWire);
    },

    async create({ userId, actor }: ActingCaller, { tokenName, expiresAt }: NewToken): Promise<CreatedToken> {
      const expires = expiresAt ? new Date(expiresAt) : null;
      if (expires && expires <= new Date()) throw new AppError('expiry_in_past');
      const rawToken = accessTokenFormat.create();
      const row = await store.transaction(async (tx) => {
        const count = await store.lockAndCount(tx, userId);
        if (count >= tokensPerUser) throw new AppError('too_many_tokens', { values: { count } });
        const created = await store.create(tx, {
          userId,
          tokenName,
          tokenHash: hashTokenHex(rawToken),
          masked: accessTokenFormat.masked(rawToken),
          expiresAt: expires,
        });
        await audit.record(tx, actor, { action: 'token.created', targetId: created.id });
        return created;
      });
      return {
        token: toWire(row),
        rawToken,
        message: "Token created. Copy it now. It won't be shown again.",
        recoveryCode: await firstRecoveryCode(userId),
      };
    },

    async update(
      { userId, actor }: ActingCaller,
      tokenId: string,
      change: TokenChange,
    ): Promise<{ message: string }> {
      if (!isUuid(tokenId)) throw new AppError('not_found');
      await store.transaction(async (tx) => {
        if (!(await store.update(tx, userId, tokenId, change))) throw new AppError('not_found');
        const details = { change: changesOf(change).join('.') || 'unchanged' };
        await audit.record(tx, actor, { action: 'token.updated', targetId: tokenId, details });
      });
      changed();
      return { message: messageFor(change) };
    },

    async revoke({ userId, actor }: ActingCaller, tokenId: string): Promise<{ message: string }> {
      if (!isUuid(tokenId)) throw new AppError('not_found');
      await store.transaction(async (tx) => {
        if (!(await store.remove(tx, userId, tokenId))) throw new AppError('not_found');
        await audit.record(tx, actor, { action: 'token.revoked', targetId: tokenId });
      });
      changed();
      return { message: 'Token revoked.' };
    },
  };
}

function changesOf({ tokenName, isActive }: TokenChange): string[] {
  return [
    ...(tokenName === undefined ? [] : ['renamed']),
    ...(isActive === undefined ? [] : [isActive ? 'activated' : 'deactivated']),
  ];
}

function messageFor(change: TokenChange): string {
  return `Token ${changesOf(change).join(' and ') || 'unchanged'}.`;
}

function toWire(row: TokenRow): AccessToken {
  return {
    id: row.id,
    tokenName: row.tokenName,
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    maskedToken: row.masked,
    usageCount: row.usageCount,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
