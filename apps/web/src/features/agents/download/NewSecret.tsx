import type { createAgentSecret } from '@warranty/contracts/agents';
import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import type { RefObject } from 'react';
import { NewSecretDialog } from '../../../shared/secrets/NewSecretDialog.tsx';

export type MadeSecret = ReplyOf<typeof createAgentSecret>;

interface NewSecretProps {
  made: MadeSecret;
  onClose: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** Shows the secret once. */
export function NewSecret({ made, onClose, returnFocusTo }: NewSecretProps) {
  return (
    <NewSecretDialog
      title="Your new agent secret"
      description={`“${made.secret.name}” is active.`}
      secret={made.rawSecret}
      copyLabel="Copy secret"
      warning="The quick start commands on this page include it until you leave. We store only a hash."
      recoveryCode={made.recoveryCode}
      recoveryDescription="You created your first secret. There is no password: use this code to access your scans from another browser."
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}
