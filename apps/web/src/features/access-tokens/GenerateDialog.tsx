import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { handle } from '../../lib/browser/organization.ts';
import { formatDate, localDay } from '../../lib/format/format-date.ts';
import { NameField, type NameFieldText } from '../../shared/secrets/NameDialog.tsx';
import { ActionFailed } from '../../shared/session/ActionFailed.tsx';
import { classes } from '../../ui/classes.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { FormDialog } from '../../ui/overlay/FormDialog.tsx';
import { type ExpiryChoice, expiryChoices, expiryInstant } from './expiry.ts';
import { ScopeField } from './ScopeField.tsx';
import { readAndLookUp } from './token-scopes.ts';
import type { TokenInput } from './use-access-tokens.ts';

export const tokenNameField: NameFieldText = {
  label: 'Token name',
  placeholder: 'e.g. Nightly inventory sync',
  help: 'For example, the application that will use it.',
  missing: 'Please enter a token name',
};

interface GenerateDialogProps {
  onGenerate: (typed: TokenInput) => Promise<void>;
  onClose: () => void;
}

/** Mounted only while open. */
export function GenerateDialog({ onGenerate, onClose }: GenerateDialogProps) {
  const [now] = useState(() => new Date());
  const [fields, setFields] = useState({
    tokenName: '',
    scopes: readAndLookUp,
    // An organization outlives the people who remember what a token is for.
    expiry: (handle === null ? 'never' : '90') as ExpiryChoice,
    lastDay: '',
  });
  const [missing, setMissing] = useState<'name' | 'scopes' | 'day' | null>(null);
  const nameInput = useRef<HTMLInputElement>(null);
  const scopeField = useRef<HTMLFieldSetElement>(null);
  const dayInput = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error, reset } = useMutation({ mutationFn: onGenerate, onSuccess: onClose });
  const { scopes, expiry, lastDay } = fields;

  const change = (part: Partial<typeof fields>) => {
    setFields({ ...fields, ...part });
    setMissing(null);
    reset();
  };
  const submit = () => {
    const tokenName = fields.tokenName.trim();
    if (!tokenName) {
      setMissing('name');
      return nameInput.current?.focus();
    }
    if (scopes.length === 0) {
      setMissing('scopes');
      return scopeField.current?.querySelector('button')?.focus();
    }
    if (expiry === 'date' && !lastDay) {
      setMissing('day');
      return dayInput.current?.focus();
    }
    setMissing(null);
    mutate({ tokenName, scopes, expiresAt: expiryInstant(expiry, lastDay, new Date()) });
  };
  return (
    <FormDialog
      title="Generate New Token"
      description="Anyone with this token can do what you allow it, on your behalf."
      submitLabel="Generate"
      busy={isPending}
      onSubmit={submit}
      onOpenChange={onClose}
      initialFocus={nameInput}
    >
      <NameField
        ref={nameInput}
        text={tokenNameField}
        value={fields.tokenName}
        onChange={(tokenName) => change({ tokenName })}
        isMissing={missing === 'name'}
      />
      <ScopeField
        ref={scopeField}
        chosen={scopes}
        onChange={(chosen) => change({ scopes: chosen })}
        isMissing={missing === 'scopes'}
      />
      <div className={classes('grid items-start gap-4', expiry === 'date' && 'sm:grid-cols-2')}>
        <Field label="Expires" help={expiryHelp(expiry, now)}>
          <Select
            options={expiryChoices}
            value={expiry}
            onValueChange={(chosen) => change({ expiry: chosen as ExpiryChoice })}
          />
        </Field>
        {expiry === 'date' && (
          <Field label="Last day" required error={missing === 'day' && 'Please choose a date'}>
            <Input
              ref={dayInput}
              type="date"
              value={lastDay}
              min={localDay(now)}
              max="9999-12-31"
              onChange={(event) => change({ lastDay: event.target.value })}
            />
          </Field>
        )}
      </div>
      {error && <ActionFailed error={error} />}
    </FormDialog>
  );
}

function expiryHelp(choice: ExpiryChoice, now: Date): string {
  if (choice === 'date') return 'The token works until the end of that day.';
  const end = expiryInstant(choice, '', now);
  if (end === null) return 'The token works until you deactivate or revoke it.';
  return `The token works until ${formatDate(localDay(new Date(end)))}.`;
}
