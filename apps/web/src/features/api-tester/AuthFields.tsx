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
      {!usesStoredKeys(form) && type !== 'none' && <EnteredKeys {...part} type={type} />}
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

interface KeyFieldProps extends FormSectionProps {
  name: 'apiKey' | 'clientId' | 'clientSecret';
  noun: string;
  isWide?: boolean;
}

/** The first key field has a warning in an installation with sample data. */
function KeyField({ form, change, name, noun, isWide = false }: KeyFieldProps) {
  const isWarned = useConfig()?.demo && name !== 'clientSecret';
  return (
    <Field
      label={noun.charAt(0).toUpperCase() + noun.slice(1)}
      help={isWarned && 'Sample data: do not enter a real key.'}
      className={isWide ? '@md:col-span-2' : ''}
    >
      <SecretInput
        noun={noun}
        maxLength={16_384}
        value={form[name]}
        onChange={(event) => change({ [name]: event.target.value })}
      />
    </Field>
  );
}

function EnteredKeys({ type, ...part }: FormSectionProps & { type: AuthType }) {
  const { form, change } = part;
  const { vendor } = selectedOperation(form);
  if (usesClientCredentials(form))
    return (
      <div className="grid gap-4 @md:grid-cols-2">
        <KeyField {...part} name="clientId" noun="client ID" />
        <KeyField {...part} name="clientSecret" noun="client secret" />
      </div>
    );
  const isToken = type === 'oauth2';
  return (
    <div className="grid gap-4 @md:grid-cols-2">
      <KeyField
        // A shown client ID must not become a shown key.
        key="apiKey"
        {...part}
        name="apiKey"
        noun={isToken ? 'access token' : 'API key'}
        isWide={isToken || type === 'bearer'}
      />
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
