import type { AuthType } from '@warranty/contracts/api-tester';
import type { Vendor } from '@warranty/contracts/vendors';
import { defaultHeaderName, defaultQueryParam } from '@warranty/domain/vendor-operations/auth';
import { takesStoredKeys } from '@warranty/domain/vendor-operations/stored-keys';
import { useConfig } from '../../shared/server/config.ts';
import { useUserVendors } from '../../shared/vendors/vendor-keys.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { SecretInput } from '../../ui/form/SecretInput.tsx';
import { Select } from '../../ui/form/Select.tsx';
import type { FormSectionProps } from './form-section.ts';
import { PlainInput } from './PlainInput.tsx';
import { authTypeIn, selectedOperation, usesClientCredentials, usesStoredKeys } from './tester-form.ts';

const typeOptions: { value: AuthType; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'bearer', label: 'Bearer token' },
  { value: 'header', label: 'Header' },
  { value: 'query', label: 'Query parameter' },
  { value: 'api_key', label: 'API key' },
  { value: 'oauth2', label: 'OAuth 2.0' },
];

const maxKeyLength = 16_384;

export function AuthFields(part: FormSectionProps) {
  const { form, change } = part;
  const { vendor } = selectedOperation(form);
  const type = authTypeIn(form);
  return (
    <div className="space-y-4">
      <Field
        label="Authentication type"
        disabled={vendor !== undefined}
        help={vendor && `Set by ${vendor.name}. ${vendor.tester.auth.description}`}
      >
        <Select
          options={typeOptions}
          value={type}
          onValueChange={(chosen) => change({ authType: chosen as AuthType })}
        />
      </Field>
      {vendor && takesStoredKeys(vendor) && <StoredKeys {...part} vendor={vendor} />}
      {!usesStoredKeys(form) && <EnteredKeys {...part} type={type} />}
    </div>
  );
}

/** Offered if the user has stored every key of the vendor. */
function StoredKeys({ form, change, vendor: { name, neededKeys } }: FormSectionProps & { vendor: Vendor }) {
  const isStored = useUserVendors().includes(name);
  if (!isStored && !form.useStoredKeys) return null;
  return (
    <Checkbox
      label={neededKeys.length === 1 ? 'Use my stored key' : 'Use my stored keys'}
      description={`The server sends the request with the ${name} ${neededKeys.length === 1 ? 'key' : 'keys'} you saved. Your browser never receives them.`}
      checked={form.useStoredKeys}
      onCheckedChange={(checked) => change({ useStoredKeys: checked })}
    />
  );
}

function EnteredKeys({ type, ...part }: FormSectionProps & { type: AuthType }) {
  if (usesClientCredentials(part.form)) return <ClientKeys {...part} />;
  return type === 'none' ? null : <OneKey {...part} type={type} />;
}

function useKeyWarning(): string | undefined {
  return useConfig()?.demo ? 'Sample data: do not enter a real key.' : undefined;
}

function ClientKeys({ form, change }: FormSectionProps) {
  const warning = useKeyWarning();
  return (
    <div className="grid gap-4 @md:grid-cols-2">
      <Field label="Client ID" help={warning}>
        <SecretInput
          noun="client ID"
          maxLength={maxKeyLength}
          value={form.clientId}
          onChange={(event) => change({ clientId: event.target.value })}
        />
      </Field>
      <Field label="Client secret">
        <SecretInput
          noun="client secret"
          maxLength={maxKeyLength}
          value={form.clientSecret}
          onChange={(event) => change({ clientSecret: event.target.value })}
        />
      </Field>
    </div>
  );
}

function OneKey({ form, change, type }: FormSectionProps & { type: AuthType }) {
  const warning = useKeyWarning();
  const { vendor } = selectedOperation(form);
  const isToken = type === 'oauth2';
  return (
    <div className="grid gap-4 @md:grid-cols-2">
      <Field
        label={isToken ? 'Access token' : 'API key'}
        help={warning}
        className={isToken || type === 'bearer' ? '@md:col-span-2' : ''}
      >
        <SecretInput
          noun={isToken ? 'access token' : 'API key'}
          maxLength={maxKeyLength}
          value={form.apiKey}
          onChange={(event) => change({ apiKey: event.target.value })}
        />
      </Field>
      {(type === 'header' || type === 'api_key') && (
        <Field label="Header name" optional>
          <PlainInput
            maxLength={200}
            placeholder={vendor?.tester.auth.headerName ?? defaultHeaderName}
            value={form.authHeaderName}
            onChange={(event) => change({ authHeaderName: event.target.value })}
          />
        </Field>
      )}
      {type === 'query' && (
        <Field label="Query parameter name" optional>
          <PlainInput
            maxLength={200}
            placeholder={defaultQueryParam}
            value={form.authQueryParam}
            onChange={(event) => change({ authQueryParam: event.target.value })}
          />
        </Field>
      )}
    </div>
  );
}
