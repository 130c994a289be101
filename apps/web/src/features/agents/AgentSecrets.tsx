import type { AgentSecret } from '@warranty/contracts/agents';
import { KeyRound, Plus, Trash2 } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { formatAgo } from '../../lib/age.ts';
import { serverMessageOr } from '../../lib/error-text.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { NewSecret } from './NewSecret.tsx';
import { revokeSecret, useAgentSecrets } from './useAgentSecrets.ts';

interface AgentSecretsProps {
  onMade: (secret: string) => void;
  onRevoked: () => void;
}

/** Create, list and revoke the secrets that agents authenticate with. */
export function AgentSecrets({ onMade, onRevoked }: AgentSecretsProps) {
  const { data: secrets, error, isFetching, refetch } = useAgentSecrets();
  const [making, setMaking] = useState(false);
  const make = useRef<HTMLButtonElement>(null);
  return (
    <section aria-labelledby="secrets" className="space-y-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 flex-[1_1_20rem]">
          <h2 id="secrets" className="font-semibold text-lg">
            Agent secrets
          </h2>
          <p className="mt-0.5 max-w-180 text-ink-2">
            Agents use a secret to send scans to your account. Create one per location, so that you can revoke
            one without affecting the others.
          </p>
        </div>
        <Button
          ref={make}
          variant="primary"
          icon={<Plus aria-hidden size={16} />}
          className="max-sm:w-full"
          onClick={() => setMaking(true)}
        >
          Create secret
        </Button>
      </div>
      {error !== null && !isFetching && (
        <LoadFailed
          title="Failed to load agent secrets."
          reason={serverMessageOr(error, 'The server did not respond.')}
          onRetry={refetch}
          stale={secrets !== undefined}
        />
      )}
      {!secrets && isFetching && <Skeleton className="h-20 w-full" />}
      {secrets?.length === 0 && (
        <EmptyState icon={<KeyRound aria-hidden size={24} />} title="No agent secrets yet" level={3}>
          Create a secret and start an agent with it. Its scans appear under Agent Discoveries.
        </EmptyState>
      )}
      {secrets && secrets.length > 0 && (
        <ul
          aria-labelledby="secrets"
          className="divide-y divide-line rounded-card border border-line bg-surface"
        >
          {secrets.map((secret) => (
            <Secret key={secret.id} secret={secret} onRevoked={onRevoked} returnFocusTo={make} />
          ))}
        </ul>
      )}
      <NewSecret asked={making} onDone={() => setMaking(false)} onMade={onMade} returnFocusTo={make} />
    </section>
  );
}

interface SecretProps {
  secret: AgentSecret;
  onRevoked: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

function Secret({ secret, onRevoked, returnFocusTo }: SecretProps) {
  const now = useNow();
  const { name, maskedSecret, lastUsedAt, lastAgentId, createdAt } = secret;
  const revoke = async () => {
    await revokeSecret(secret);
    onRevoked();
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-[1_1_16rem]">
        <h3 className="wrap-anywhere font-medium">{name}</h3>
        <code className="wrap-anywhere text-ink-2 text-sm">{maskedSecret}</code>
      </div>
      <p className="min-w-0 wrap-anywhere text-ink-2 text-sm">
        {lastUsedAt ? (
          <span title={lastUsedAt}>
            Last scan {formatAgo(lastUsedAt, now)}
            {lastAgentId && ` by ${lastAgentId}`}
          </span>
        ) : (
          <span title={createdAt}>Created {formatAgo(createdAt, now)}, not used yet</span>
        )}
      </p>
      <ConfirmDialog
        title={`Revoke ${name}?`}
        description="Agents that use this secret will stop working immediately. This cannot be undone. Existing scans are kept."
        confirmLabel="Revoke"
        onConfirm={revoke}
        returnFocusTo={returnFocusTo}
        trigger={
          <Button
            variant="ghost"
            size="sm"
            icon={<Trash2 aria-hidden size={14} />}
            aria-label={`Revoke ${name}`}
            className="-mr-3"
          >
            Revoke
          </Button>
        }
      />
    </li>
  );
}
