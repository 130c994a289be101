import type { AccessToken } from '@warranty/contracts/access-tokens';
import { AppError } from '../../platform/http/app-error.ts';
import { isUuid } from '../../platform/is-uuid.ts';
import { hashTokenHex } from '../../platform/secrets/checksummed-tokens.ts';
import type { AccessTokensStore, TokenRow } from './access-tokens.store.ts';
import { accessTokenFormat } from './token-format.ts';

export interface AccessTokensServiceDeps {
  store: AccessTokensStore;
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
  const { store, tokensPerUser, changed, firstRecoveryCode } = deps;
  return {
    async list(userId: string): Promise<AccessToken[]> {
      return (await store.list(userId)).map(toWire);
    },

    async create(userId: string, { tokenName, expiresAt }: NewToken): Promise<CreatedToken> {
      const expires = expiresAt ? new Date(expiresAt) : null;
      if (expires && expires <= new Date()) throw new AppError('expiry_in_past');
      const rawToken = accessTokenFormat.create();
      const row = await store.transaction(async (tx) => {
        const count = await store.lockAndCount(tx, userId);
        if (count >= tokensPerUser) throw new AppError('too_many_tokens', { values: { count } });
        return store.create(tx, {
          userId,
          tokenName,
          tokenHash: hashTokenHex(rawToken),
          masked: accessTokenFormat.masked(rawToken),
          expiresAt: expires,
        });
      });
      return {
        token: toWire(row),
        rawToken,
        message: "Token created. Copy it now. It won't be shown again.",
        recoveryCode: await firstRecoveryCode(userId),
      };
    },

    async update(userId: string, tokenId: string, change: TokenChange): Promise<{ message: string }> {
      if (!isUuid(tokenId) || !(await store.update(userId, tokenId, change))) throw new AppError('not_found');
      changed();
      return { message: messageFor(change) };
    },

    async revoke(userId: string, tokenId: string): Promise<{ message: string }> {
      if (!isUuid(tokenId) || !(await store.remove(userId, tokenId))) throw new AppError('not_found');
      changed();
      return { message: 'Token revoked.' };
    },
  };
}

function messageFor({ tokenName, isActive }: TokenChange): string {
  const done = [
    ...(tokenName === undefined ? [] : ['renamed']),
    ...(isActive === undefined ? [] : [isActive ? 'activated' : 'deactivated']),
  ];
  return `Token ${done.join(' and ') || 'unchanged'}.`;
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
