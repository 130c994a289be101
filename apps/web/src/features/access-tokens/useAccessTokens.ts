import { useQuery } from '@tanstack/react-query';
import {
  type AccessToken,
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
  updateAccessToken,
} from '@warranty/contracts/access-tokens';
import { RequestError } from '@warranty/contracts/client';
import { call } from '../../lib/api.ts';
import { withErrorMessage } from '../../lib/error-text.ts';
import { queryClient } from '../../lib/query.ts';
import { toast } from '../../ui/toast-store.ts';

const queryKey = ['access-tokens'];

/** Read once, and again by Refresh and by the user's own changes. */
export function useAccessTokens() {
  return useQuery({ queryKey, queryFn: async () => (await call(listAccessTokens)).tokens });
}

/** A read that fails is shown where the tokens are shown. */
function rereadTokens(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey });
}

/** What the dialog holds. */
export interface TokenInput {
  tokenName: string;
  expiresAt: string | null;
}

export async function generateToken(body: TokenInput) {
  try {
    return await withErrorMessage('The token could not be generated.', call(createAccessToken, { body }));
  } finally {
    // Also after a failure: where only the reply was lost, there is a token nobody knows, to be revoked.
    rereadTokens();
  }
}

/** A token that is gone was revoked elsewhere: nothing is left to be done, and the list is read again. */
async function ignoreMissing<T>(change: Promise<T>): Promise<T | null> {
  try {
    return await change;
  } catch (error) {
    const { cause } = error as Error;
    if (!(cause instanceof RequestError && cause.code === 'not_found')) throw error;
    toast({ title: 'This token was revoked in the meantime.' });
    await rereadTokens();
    return null;
  }
}

export async function setTokenActive({ id }: AccessToken, isActive: boolean): Promise<void> {
  const words = `The token could not be switched ${isActive ? 'on' : 'off'}.`;
  const reply = await ignoreMissing(
    withErrorMessage(words, call(updateAccessToken, { params: { tokenId: id }, body: { isActive } })),
  );
  if (!reply) return;
  queryClient.setQueryData<AccessToken[]>(queryKey, (tokens) =>
    tokens?.map((token) => (token.id === id ? { ...token, isActive } : token)),
  );
  rereadTokens();
}

export async function renameToken({ id }: AccessToken, tokenName: string): Promise<void> {
  const reply = await ignoreMissing(
    withErrorMessage(
      'The token could not be renamed.',
      call(updateAccessToken, { params: { tokenId: id }, body: { tokenName } }),
    ),
  );
  if (!reply) return;
  await rereadTokens();
  toast({ title: reply.message });
}

export async function revokeToken({ id }: AccessToken): Promise<void> {
  const reply = await ignoreMissing(
    withErrorMessage('The token could not be revoked.', call(revokeAccessToken, { params: { tokenId: id } })),
  );
  if (!reply) return;
  // Its buttons are gone then, and the focus can go where it stays.
  await rereadTokens();
  toast({ title: reply.message });
}
