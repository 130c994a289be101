import { useQuery } from '@tanstack/react-query';
import {
  type AccessToken,
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
  takeOverToken,
  updateAccessToken,
} from '@warranty/contracts/access-tokens';
import type { CallInput } from '@warranty/contracts/core/endpoint';
import { call } from '../../lib/api/api.ts';
import { isNotFound, withErrorMessage } from '../../lib/api/error-text.ts';
import { queryClient } from '../../lib/api/query.ts';
import { isRefused } from '../../shared/session/rights.ts';
import { toast } from '../../ui/feedback/toast-store.ts';

const queryKey = ['access-tokens'];

/** Fetched once, then refetched by Refresh and after the user's own changes. */
export function useAccessTokens() {
  return useQuery({
    queryKey,
    queryFn: async () => ((await isRefused(listAccessTokens)) ? [] : (await call(listAccessTokens)).tokens),
  });
}

/** A failed refetch is shown by the token list. */
function rereadTokens(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey });
}

/** The fields of the dialog. */
export type TokenInput = CallInput<typeof createAccessToken>['body'];

export async function generateToken(body: TokenInput) {
  try {
    return await withErrorMessage('Failed to generate the token.', call(createAccessToken, { body }));
  } finally {
    // Also after a failure: if only the reply was lost, an unknown token exists that the user should revoke.
    rereadTokens();
  }
}

/** Null if the token was already revoked elsewhere: no error, only refetch the list. */
async function change<T>(failed: string, reply: Promise<T>): Promise<T | null> {
  try {
    return await withErrorMessage(failed, reply);
  } catch (error) {
    if (!isNotFound(error as Error)) throw error;
    toast({ title: 'This token has already been revoked.' });
    await rereadTokens();
    return null;
  }
}

export async function setTokenActive({ id }: AccessToken, isActive: boolean): Promise<void> {
  const reply = await change(
    `Failed to ${isActive ? 'activate' : 'deactivate'} the token.`,
    call(updateAccessToken, { params: { tokenId: id }, body: { isActive } }),
  );
  if (!reply) return;
  queryClient.setQueryData<AccessToken[]>(queryKey, (tokens) =>
    tokens?.map((token) => (token.id === id ? { ...token, isActive } : token)),
  );
  rereadTokens();
}

async function changeList(failed: string, reply: Promise<{ message: string }>): Promise<void> {
  const done = await change(failed, reply);
  if (!done) return;
  // Wait until a revoked card and its buttons are removed, so that the focus moves to an element that stays.
  await rereadTokens();
  toast({ title: done.message });
}

export function renameToken({ id }: AccessToken, tokenName: string): Promise<void> {
  const request = { params: { tokenId: id }, body: { tokenName } };
  return changeList('Failed to rename the token.', call(updateAccessToken, request));
}

export function takeOver({ id }: AccessToken): Promise<void> {
  return changeList('Failed to take over the token.', call(takeOverToken, { params: { tokenId: id } }));
}

export function revokeToken({ id }: AccessToken): Promise<void> {
  return changeList('Failed to revoke the token.', call(revokeAccessToken, { params: { tokenId: id } }));
}
