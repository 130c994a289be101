import type { createAgentSecret } from '@warranty/contracts/agents';
import type { ReplyOf } from '@warranty/contracts/endpoint';
import { type RefObject, useState } from 'react';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { NameDialog, type NameFieldText } from '../../ui/NameDialog.tsx';
import { NewSecretDialog } from '../../ui/NewSecretDialog.tsx';
import { makeSecret } from './useAgentSecrets.ts';

interface NewSecretProps {
  /** Whether the dialog that prompts for a name is open. */
  isOpen: boolean;
  onDone: () => void;
  onMade: (secret: string) => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

const nameField: NameFieldText = {
  label: 'Name',
  placeholder: 'e.g. Office north',
  help: 'For example, where the agent will run.',
  missing: 'Please enter a name for the secret',
};

/** Prompts for a name, then shows the secret once. */
export function NewSecret({ isOpen, onDone, onMade, returnFocusTo }: NewSecretProps) {
  const [made, setMade] = useState<ReplyOf<typeof createAgentSecret> | null>(null);
  const [forSeveral, setForSeveral] = useState(false);
  const make = async (name: string) => {
    const reply = await makeSecret(name, forSeveral);
    setMade(reply);
    onMade(reply.rawSecret);
  };
  const close = () => {
    setForSeveral(false);
    onDone();
  };
  if (isOpen) {
    return (
      <NameDialog
        title="Create agent secret"
        description="Anyone with this secret can send scans to your account but cannot read anything."
        submitLabel="Create secret"
        field={nameField}
        onSubmit={make}
        onClose={close}
      >
        <Checkbox
          label="For several agents"
          description="Otherwise only the first agent that sends a scan with this secret can use it."
          checked={forSeveral}
          onCheckedChange={(checked) => setForSeveral(checked === true)}
        />
      </NameDialog>
    );
  }
  if (!made) return null;
  return (
    <NewSecretDialog
      title="Your new agent secret"
      description={`“${made.secret.name}” is active.`}
      secret={made.rawSecret}
      copyLabel="Copy secret"
      warning="The quick start commands on this page include it until you leave. We store only a hash."
      recoveryCode={made.recoveryCode}
      recoveryDescription="You created your first secret. There is no password: use this code to access your scans from another browser."
      onClose={() => setMade(null)}
      returnFocusTo={returnFocusTo}
    />
  );
}
