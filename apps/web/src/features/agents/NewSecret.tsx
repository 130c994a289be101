import { useMutation } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { recoveryCodeText } from '../../lib/recovery-code.ts';
import { isUserMismatch } from '../../lib/session.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Input } from '../../ui/Input.tsx';
import { SecretDialog } from '../../ui/SecretDialog.tsx';
import { makeSecret } from './useAgentSecrets.ts';

interface NewSecretProps {
  /** Whether the dialog that prompts for a name is open. */
  asked: boolean;
  onDone: () => void;
  onMade: (secret: string) => void;
  returnFocusTo: RefObject<HTMLElement | null>;
}

/** Prompts for a name, shows the secret once, then shows the recovery code that is issued with the first secret. */
export function NewSecret({ asked, onDone, onMade, returnFocusTo }: NewSecretProps) {
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null);
  const [recoveryCode, setRecoveryCode] = useState<string | null>(null);
  const make = async (name: string) => {
    const reply = await makeSecret(name);
    setMade({ name: reply.secret.name, secret: reply.rawSecret });
    setRecoveryCode(reply.recoveryCode);
    onMade(reply.rawSecret);
  };
  if (asked) return <NameDialog onMake={make} onClose={onDone} />;
  if (made) {
    return (
      <SecretDialog
        title="Your new agent secret"
        description={`“${made.name}” is active.`}
        secret={made.secret}
        copyLabel="Copy secret"
        doneLabel="I have copied it"
        size="lg"
        onClose={() => setMade(null)}
        returnFocusTo={returnFocusTo}
      >
        <div className="mt-3">
          <Alert tone="warning" title="Copy it now. It won’t be shown again">
            The quick start commands on this page include it until you leave. We store only a hash.
          </Alert>
        </div>
      </SecretDialog>
    );
  }
  if (recoveryCode === null) return null;
  const { note, ...words } = recoveryCodeText;
  return (
    <SecretDialog
      {...words}
      description="You created your first secret. There is no password: use this code to access your scans from another browser."
      secret={recoveryCode}
      onClose={() => setRecoveryCode(null)}
      returnFocusTo={returnFocusTo}
    >
      <p className="mt-3 text-ink-2">{note}</p>
    </SecretDialog>
  );
}

function NameDialog({ onMake, onClose }: { onMake: (name: string) => Promise<void>; onClose: () => void }) {
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: onMake, onSuccess: onClose });
  const submit = () => {
    if (name.trim()) return mutate(name.trim());
    setMissing(true);
    input.current?.focus();
  };
  return (
    <FormDialog
      title="Create agent secret"
      description="Anyone with this secret can send scans to your account but cannot read anything."
      submitLabel="Create secret"
      busy={isPending}
      onSubmit={submit}
      onOpenChange={onClose}
      initialFocus={input}
    >
      <Field
        label="Name"
        required
        error={missing && 'Please enter a name for the secret'}
        help="For example, where the agent will run."
      >
        <Input
          ref={input}
          value={name}
          placeholder="e.g. Office north"
          maxLength={100}
          autoComplete="off"
          data-1p-ignore
          data-lpignore="true"
          onChange={(event) => {
            setName(event.target.value);
            setMissing(false);
            reset();
          }}
        />
      </Field>
      {error && (
        <Alert
          tone="danger"
          live="alert"
          title={
            isUserMismatch(error.cause)
              ? 'You have no active session. Reload the page to start one.'
              : error.message
          }
        />
      )}
    </FormDialog>
  );
}
