import { useQuery } from '@tanstack/react-query';
import {
  type AgentSecret,
  createAgentSecret,
  listAgentSecrets,
  revokeAgentSecret,
} from '@warranty/contracts/agents';
import { RequestError } from '@warranty/contracts/client';
import { call } from '../../lib/api.ts';
import { withErrorMessage } from '../../lib/error-text.ts';
import { queryClient } from '../../lib/query.ts';
import { establishSession } from '../../lib/session.ts';
import { toast } from '../../ui/toast-store.ts';

const queryKey = ['agent-secrets'];

export function useAgentSecrets() {
  return useQuery({
    queryKey,
    queryFn: async () => {
      await establishSession();
      return (await call(listAgentSecrets)).secrets;
    },
  });
}

const reread = () => queryClient.invalidateQueries({ queryKey });

export async function makeSecret(name: string) {
  try {
    await establishSession();
    return await withErrorMessage(
      'The secret could not be made.',
      call(createAgentSecret, { body: { name } }),
    );
  } finally {
    // Also after a failure: where only the reply was lost, there is a secret nobody knows, to be revoked.
    reread();
  }
}

/** One that is gone was revoked elsewhere, which is what was wanted. */
export async function revokeSecret({ id }: AgentSecret): Promise<void> {
  const words = 'The secret could not be revoked.';
  try {
    const { message } = await withErrorMessage(words, call(revokeAgentSecret, { params: { secretId: id } }));
    await reread();
    toast({ title: message });
  } catch (error) {
    const { cause } = error as Error;
    if (!(cause instanceof RequestError && cause.code === 'not_found')) throw error;
    await reread();
  }
}
