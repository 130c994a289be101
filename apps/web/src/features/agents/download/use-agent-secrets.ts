import { useQuery } from '@tanstack/react-query';
import {
  type AgentSecret,
  createAgentSecret,
  listAgentSecrets,
  releaseAgentSecret,
  revokeAgentSecret,
} from '@warranty/contracts/agents';
import { call } from '../../../lib/api/api.ts';
import { isNotFound, withErrorMessage } from '../../../lib/api/error-text.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { isRefused } from '../../../shared/session/rights.ts';
import { establishSession } from '../../../shared/session/session.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';

const queryKey = ['agent-secrets'];

export function useAgentSecrets() {
  return useQuery({
    queryKey,
    queryFn: async () => {
      await establishSession();
      return (await isRefused(listAgentSecrets)) ? [] : (await call(listAgentSecrets)).secrets;
    },
  });
}

export const rereadSecrets = () => queryClient.invalidateQueries({ queryKey });

export async function makeSecret(name: string, forSeveralAgents: boolean) {
  try {
    await establishSession();
    return await withErrorMessage(
      'Failed to create the secret.',
      call(createAgentSecret, { body: { name, forSeveralAgents } }),
    );
  } finally {
    // Also after a failure: if only the reply was lost, an unknown secret exists that the user should revoke.
    rereadSecrets();
  }
}

export type MadeSecret = Awaited<ReturnType<typeof makeSecret>>;

/** A missing secret was already revoked elsewhere, which is the intended result. */
export async function revokeSecret({ id }: AgentSecret): Promise<void> {
  const words = 'Failed to revoke the secret.';
  try {
    const { message } = await withErrorMessage(words, call(revokeAgentSecret, { params: { secretId: id } }));
    await rereadSecrets();
    toast({ title: message });
  } catch (error) {
    if (!isNotFound(error as Error)) throw error;
    await rereadSecrets();
  }
}

export async function releaseSecret({ id }: AgentSecret): Promise<void> {
  const { message } = await withErrorMessage(
    'Failed to release the secret.',
    call(releaseAgentSecret, { params: { secretId: id } }),
  );
  await rereadSecrets();
  toast({ title: message });
}
