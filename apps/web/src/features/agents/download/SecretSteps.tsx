import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { NameField, type NameFieldText } from '../../../shared/secrets/NameDialog.tsx';
import { NewSecretDialog } from '../../../shared/secrets/NewSecretDialog.tsx';
import { ActionFailed } from '../../../shared/session/ActionFailed.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { Step } from './Step.tsx';
import { type MadeSecret, makeSecret } from './use-agent-secrets.ts';

const nameField: NameFieldText = {
  label: 'Name',
  placeholder: 'e.g. Office north',
  help: 'For example, where the agent will run.',
  missing: 'Please enter a name for the secret',
};

interface SecretStepsProps {
  /** The secret that was just created, until the page is closed. */
  made: MadeSecret | null;
  onMade: (made: MadeSecret) => void;
  onNamed: (isNamed: boolean) => void;
  /** The user has a secret from before. */
  onSkip: () => void;
  createButton: RefObject<HTMLButtonElement | null>;
}

/** Steps 1 and 2: name the place, create the secret. */
export function SecretSteps({ made, onMade, onNamed, onSkip, createButton }: SecretStepsProps) {
  const [name, setName] = useState('');
  const [forSeveral, setForSeveral] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [shown, setShown] = useState<MadeSecret | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const change = (next: string) => {
    setName(next);
    onNamed(next.trim() !== '');
    setMissing(false);
    create.reset();
  };
  const create = useMutation({
    mutationFn: () => makeSecret(name.trim(), forSeveral),
    onSuccess: (reply) => {
      change('');
      setForSeveral(false);
      setShown(reply);
      onMade(reply);
    },
  });
  const submit = () => {
    if (create.isPending) return;
    if (name.trim() !== '') return create.mutate();
    setMissing(true);
    input.current?.focus();
  };
  return (
    <form
      noValidate
      className="divide-y divide-line"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Step number={1} title="Name the place" isDone={made !== null || name.trim() !== ''}>
        <div className="max-w-120 space-y-3">
          <NameField ref={input} text={nameField} value={name} onChange={change} isMissing={isMissing} />
          <Checkbox
            label="For several agents"
            description="Otherwise only the first agent that sends a scan with this secret can use it."
            checked={forSeveral}
            onCheckedChange={setForSeveral}
          />
        </div>
      </Step>
      <Step number={2} title="Create the secret" isDone={made !== null}>
        <p className="max-w-180 text-ink-2">
          Anyone with this secret can send scans to your account but cannot read anything.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            ref={createButton}
            type="submit"
            variant={made ? 'secondary' : 'primary'}
            icon={KeyRound}
            busy={create.isPending}
            className="max-sm:w-full"
          >
            Create secret
          </Button>
          <Button variant="ghost" className="max-sm:w-full" onClick={onSkip}>
            I already have a secret
          </Button>
        </div>
        {create.error && <ActionFailed error={create.error} />}
        <p role="status" className="wrap-anywhere text-active empty:hidden">
          {made && `“${made.secret.name}” is active. The command in step 4 includes its secret.`}
        </p>
      </Step>
      {shown && (
        <NewSecretDialog
          title="Your new agent secret"
          description={`“${shown.secret.name}” is active.`}
          secret={shown.rawSecret}
          copyLabel="Copy secret"
          warning="The quick start commands on this page include it until you leave. We store only a hash."
          recoveryCode={shown.recoveryCode}
          recoveryDescription="You created your first secret. There is no password: use this code to access your scans from another browser."
          onClose={() => setShown(null)}
          returnFocusTo={createButton}
        />
      )}
    </form>
  );
}
