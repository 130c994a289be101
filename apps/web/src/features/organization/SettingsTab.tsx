import { useMutation } from '@tanstack/react-query';
import { updateOrganization } from '@warranty/contracts/organization';
import { type FormEvent, useRef, useState } from 'react';
import { ActionFailed } from '../../shared/session/ActionFailed.tsx';
import { RoleNotice } from '../../shared/session/RoleGate.tsx';
import { useRefusal } from '../../shared/session/rights.ts';
import type { Session } from '../../shared/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { handleProblem } from './handle-problem.ts';
import { update } from './organization-calls.ts';

type Names = NonNullable<Session['organization']>;

/** The name and the handle of the organization. */
export function SettingsTab({ organization }: { organization: Names }) {
  const refusal = useRefusal(updateOrganization);
  return (
    <section aria-labelledby="organization-names" className="space-y-4">
      <div>
        <h2 id="organization-names" className="font-semibold text-lg">
          Name and handle
        </h2>
        <p className="mt-0.5 text-ink-2">All members see both. The handle is part of every address.</p>
      </div>
      <RoleNotice refusal={refusal} />
      <NameForm
        key={`${organization.handle} ${organization.name}`}
        organization={organization}
        isDisabled={refusal !== null}
      />
    </section>
  );
}

function useNames(organization: Names) {
  const [typed, setTyped] = useState({ name: organization.name, handle: organization.handle });
  const [isTried, setTried] = useState(false);
  const name = typed.name.trim();
  const handle = typed.handle.trim();
  const nameError = name === '' && 'Please enter a name';
  const change = {
    ...(name !== organization.name && { name }),
    ...(handle !== organization.handle && { handle }),
  };
  return { typed, setTyped, isTried, setTried, change, nameError, handleError: handleProblem(handle) };
}

interface NameFormProps {
  organization: Names;
  isDisabled: boolean;
}

function NameForm({ organization, isDisabled }: NameFormProps) {
  const { typed, setTyped, isTried, setTried, change, nameError, handleError } = useNames(organization);
  const [isConfirming, setConfirming] = useState(false);
  const [nameInput, handleInput] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: update });
  const type = (part: Partial<typeof typed>) => {
    setTyped({ ...typed, ...part });
    reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (nameError) nameInput.current?.focus();
    else if (handleError) handleInput.current?.focus();
    else if (change.handle !== undefined) setConfirming(true);
    else if (change.name !== undefined) mutate(change);
  };
  const isUnchanged = Object.keys(change).length === 0;
  return (
    <Card className="max-w-180 p-5">
      <form noValidate onSubmit={submit} className="space-y-4">
        <Field label="Name" required disabled={isDisabled} error={isTried && nameError}>
          <Input
            ref={nameInput}
            value={typed.name}
            onChange={({ target }) => type({ name: target.value })}
            maxLength={100}
            autoComplete="organization"
          />
        </Field>
        <Field
          label="Handle"
          required
          disabled={isDisabled}
          error={isTried && handleError}
          help={<HandleHelp handle={handleError ? organization.handle : typed.handle.trim()} />}
        >
          <Input
            ref={handleInput}
            mono
            value={typed.handle}
            onChange={({ target }) => type({ handle: target.value })}
            maxLength={60}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        {error && <ActionFailed error={error} />}
        <Button type="submit" variant="primary" busy={isPending} disabled={isDisabled || isUnchanged}>
          Save
        </Button>
      </form>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Change the handle to ${change.handle ?? ''}?`}
        description={`Old links stop working, and ${organization.handle} is never given out again. Members open their pages again at the new address.`}
        confirmLabel="Change handle"
        onConfirm={() => update(change)}
      />
    </Card>
  );
}

function HandleHelp({ handle }: { handle: string }) {
  return (
    <>
      Addresses start with{' '}
      <span className="wrap-anywhere font-mono">
        {location.origin}/o/{handle}/
      </span>
      . Old links stop working after a change, and the old handle is never given out again.
    </>
  );
}
