import { type AgentSecret, listAgentSecrets } from '@warranty/contracts/agents';
import { ArrowRightLeft, KeyRound } from 'lucide-react';
import type { RefObject } from 'react';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatAgo } from '../../../lib/format/age.ts';
import { RevokeButton } from '../../../shared/secrets/RevokeButton.tsx';
import { ListSection } from '../../../shared/session/ListSection.tsx';
import { useRefusal } from '../../../shared/session/rights.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { releaseSecret, revokeSecret, useAgentSecrets } from './use-agent-secrets.ts';

interface AgentSecretsProps {
  onRevoked: () => void;
  /** What is left after the last one is revoked. */
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** Lists, releases and revokes the secrets that agents authenticate with. */
export function AgentSecrets(props: AgentSecretsProps) {
  const refusal = useRefusal(listAgentSecrets);
  return (
    <ListSection
      title="Agent secrets"
      description="Agents use a secret to send scans to your account. Create one per agent: a secret belongs to the first agent that uses it."
      actions={null}
      refusal={refusal}
      query={useAgentSecrets()}
      failed={{ title: 'Failed to load agent secrets.', reason: 'The server did not respond.' }}
      skeleton={<Skeleton className="h-20 w-full" />}
      empty={
        <EmptyState icon={KeyRound} title="No agent secrets yet" level={3}>
          Create a secret and start an agent with it. Its scans appear under Agent Discoveries.
        </EmptyState>
      }
    >
      {(secrets, headingId) => (
        <ul
          aria-labelledby={headingId}
          className="divide-y divide-line rounded-card border border-line bg-surface"
        >
          {secrets.map((secret) => (
            <Secret key={secret.id} secret={secret} {...props} />
          ))}
        </ul>
      )}
    </ListSection>
  );
}

interface SecretProps extends AgentSecretsProps {
  secret: AgentSecret;
}

function Secret({ secret, onRevoked, returnFocusTo }: SecretProps) {
  const now = useNow();
  const { name, maskedSecret, lastUsedAt, lastAgentId, createdAt, boundAgentId, createdBy } = secret;
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
        <span className="block">{describeAgents(secret)}</span>
        {createdBy && <span className="block">Created by {createdBy}</span>}
        {lastUsedAt ? (
          <span title={lastUsedAt}>
            Last scan {formatAgo(lastUsedAt, now)}
            {lastAgentId && ` by ${lastAgentId}`}
          </span>
        ) : (
          <span title={createdAt}>Created {formatAgo(createdAt, now)}, not used yet</span>
        )}
      </p>
      <div className="-mr-3 flex flex-wrap justify-end">
        {boundAgentId !== null && <ReleaseButton secret={secret} returnFocusTo={returnFocusTo} />}
        <RevokeButton
          name={name}
          description="Agents that use this secret will stop working immediately. This cannot be undone. Existing scans are kept."
          onRevoke={revoke}
          returnFocusTo={returnFocusTo}
        />
      </div>
    </li>
  );
}

function describeAgents({ forSeveralAgents, boundAgentId }: AgentSecret): string {
  if (forSeveralAgents) return 'For several agents';
  return boundAgentId === null ? 'For the next agent that uses it' : `Only for ${boundAgentId}`;
}

function ReleaseButton({ secret, returnFocusTo }: Pick<SecretProps, 'secret' | 'returnFocusTo'>) {
  const { name, boundAgentId } = secret;
  return (
    <ConfirmDialog
      title={`Use ${name} with another agent?`}
      description={`The next agent that sends a scan with this secret becomes its only one. Stop ${boundAgentId} first, or it may be that agent again. Existing scans are kept.`}
      confirmLabel="Use with another agent"
      tone="primary"
      onConfirm={() => releaseSecret(secret)}
      returnFocusTo={returnFocusTo}
      trigger={
        <Button
          variant="ghost"
          size="sm"
          icon={ArrowRightLeft}
          aria-label={`Use with another agent: ${name}`}
        >
          Use with another agent
        </Button>
      }
    />
  );
}
