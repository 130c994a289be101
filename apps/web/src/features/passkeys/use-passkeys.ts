import { useQuery } from '@tanstack/react-query';
import {
  addPasskey,
  deletePasskey,
  listPasskeys,
  newPasskeyOptions,
  type Passkey,
} from '@warranty/contracts/passkeys';
import { call } from '../../lib/api/api.ts';
import { isNotFound, withErrorMessage } from '../../lib/api/error-text.ts';
import { queryClient } from '../../lib/api/query.ts';
import { createPasskey, withFreshSignIn } from '../../shared/session/passkey.ts';
import { toast } from '../../ui/feedback/toast-store.ts';

const queryKey = ['passkeys'];

export function usePasskeys() {
  return useQuery({ queryKey, queryFn: async () => (await call(listPasskeys)).passkeys });
}

const reread = () => queryClient.invalidateQueries({ queryKey });

/** The browser asks the person, and asks them to sign in first if that was long ago. */
export async function add(name: string): Promise<void> {
  const { message } = await withErrorMessage(
    'Failed to add the passkey.',
    withFreshSignIn(async () => {
      const credential = await createPasskey(await call(newPasskeyOptions));
      return call(addPasskey, { body: { name, credential } });
    }),
  );
  await reread();
  toast({ title: message });
}

/** A passkey that is gone was deleted elsewhere, which is the intended result. */
export async function remove({ id }: Passkey): Promise<void> {
  try {
    const deleting = withFreshSignIn(() => call(deletePasskey, { params: { passkeyId: id } }));
    const { message } = await withErrorMessage('Failed to delete the passkey.', deleting);
    toast({ title: message });
  } catch (error) {
    if (!isNotFound(error as Error)) throw error;
  }
  await reread();
}
