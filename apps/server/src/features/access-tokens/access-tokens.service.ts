import { firstScopes, type Scope, scopes } from '@warranty/contracts/access';
import type { AccessToken, createAccessToken, updateAccessToken } from '@warranty/contracts/access-tokens';
import type { Parsed } from '@warranty/contracts/core/endpoint';
import { type HasNames, withCreators } from '../../accounts/creators.ts';
import type { Credentials } from '../../accounts/credentials/credentials.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type Caller, personOf } from '../../platform/ownership/caller.ts';
import type { AccessTokensStore, TokenRow } from './access-tokens.store.ts';

type NewToken = Parsed<typeof createAccessToken>['body'];
type TokenChange = Parsed<typeof updateAccessToken>['body'];

export type AccessTokensService = ReturnType<typeof createAccessTokensService>;

export function createAccessTokensService(
  store: AccessTokensStore,
  credentials: Credentials,
  names: HasNames,
) {
  const present = async (caller: Caller, rows: readonly TokenRow[]): Promise<AccessToken[]> =>
    (await withCreators(caller, rows, names)).map(toWire);

  return {
    list: async (caller: Caller): Promise<AccessToken[]> => present(caller, await store.list(caller.owner)),

    async create(caller: Caller, { tokenName, expiresAt, scopes: chosen }: NewToken) {
      const expires = expiresAt ? new Date(expiresAt) : null;
      if (expires && expires <= new Date()) throw new AppError('expiry_in_past');
      const { row, raw, ...shown } = await credentials.create(caller, (tx, sealed) =>
        store.create(tx, {
          owner: caller.owner,
          tokenName,
          expiresAt: expires,
          scopes: inOrder(chosen ?? firstScopes),
          createdBy: personOf(caller),
          ...sealed,
        }),
      );
      const [token] = (await present(caller, [row])) as [AccessToken];
      return { token, rawToken: raw, ...shown };
    },

    async update(caller: Caller, tokenId: string, change: TokenChange): Promise<{ message: string }> {
      const changes = changesOf(change);
      const details = { change: changes.join('.') || 'unchanged' };
      await credentials.change(caller, tokenId, { action: 'token.updated', details }, (tx) =>
        store.update(tx, caller.owner, tokenId, change),
      );
      return { message: `Token ${changes.join(' and ') || 'unchanged'}.` };
    },

    /** Its member has left, or the one who takes it over would rather answer for it. */
    async takeOver(caller: Caller, tokenId: string): Promise<{ message: string }> {
      await credentials.change(caller, tokenId, { action: 'token.taken_over' }, (tx) =>
        store.setCreator(tx, caller.owner, tokenId, caller.actor.id ?? ''),
      );
      return { message: 'You answer for this token now. It works again.' };
    },

    revoke: credentials.revoke,
  };
}

/** Each once, in the order of the list. */
const inOrder = (chosen: readonly Scope[]) => scopes.filter((scope) => chosen.includes(scope));

function changesOf({ tokenName, isActive }: TokenChange): string[] {
  return [
    ...(tokenName === undefined ? [] : ['renamed']),
    ...(isActive === undefined ? [] : [isActive ? 'activated' : 'deactivated']),
  ];
}

type Presented = Omit<TokenRow, 'createdBy'> & { createdBy?: string | null };

function toWire({
  masked,
  scopes: granted,
  createdAt,
  expiresAt,
  lastUsedAt,
  ...token
}: Presented): AccessToken {
  return {
    ...token,
    maskedToken: masked,
    scopes: granted ?? [...firstScopes],
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
