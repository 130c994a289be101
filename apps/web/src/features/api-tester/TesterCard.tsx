import { publicVendorBases } from '@warranty/contracts/vendors';
import { type TesterMethod, testerMethods } from '@warranty/contracts/vendors/vendor';
import { Send } from 'lucide-react';
import { type FormEvent, useId } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { Card, CardBody, CardDescription, CardHeader, CardTitle } from '../../ui/layout/Card.tsx';
import { AuthFields } from './AuthFields.tsx';
import { BodyField } from './BodyField.tsx';
import type { FormSectionProps } from './form-section.ts';
import { HeaderRows } from './HeaderRows.tsx';
import { Refusal } from './ParameterField.tsx';
import { PlainInput } from './PlainInput.tsx';
import { clientKeyNotice, refusingPatternIn, sendDisabledReason } from './tester-form.ts';
import { UrlPreview } from './UrlPreview.tsx';
import type { Tester } from './use-tester.ts';
import type { TesterFields } from './use-tester-form.ts';
import { VendorFields } from './VendorFields.tsx';

interface TesterCardProps {
  fields: TesterFields;
  tester: Tester;
}

export function TesterCard({ fields, tester }: TesterCardProps) {
  const { form, part, element, mayGo } = fields;
  const { isSending, cancel } = tester;
  const bases = tester.bases ?? publicVendorBases;
  const title = useId();
  const reason = sendDisabledReason(form);
  const note = reason ?? clientKeyNotice(form);
  const isBlocked = !tester.bases || isSending || tester.isRelaying || reason !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBlocked && mayGo()) tester.send(form);
  };
  return (
    <Card as="section" aria-labelledby={title}>
      <CardHeader>
        <CardTitle id={title}>API key testing</CardTitle>
        <CardDescription>
          Send requests to an API from your browser.{' '}
          <span>The key is sent with the request and not stored.</span>
        </CardDescription>
      </CardHeader>
      <CardBody>
        <form ref={element} noValidate autoComplete="off" onSubmit={submit} className="space-y-6">
          <Checkbox
            label="Custom URL Mode"
            description="Call any URL instead of a vendor operation."
            checked={form.customUrl}
            onCheckedChange={(checked) => part.change({ customUrl: checked })}
          />
          {form.customUrl ? <CustomFields {...part} /> : <VendorFields {...part} />}
          <Separator />
          <AuthFields {...part} />
          <Separator />
          <HeaderRows {...part} />
          <BodyField {...part} bases={bases} />
          <Separator />
          <UrlPreview form={form} bases={bases} />
          <div>
            <div className="flex flex-wrap items-center gap-2">
              <Button
                type="submit"
                variant="primary"
                icon={Send}
                busy={isSending}
                busyLabel="Testing..."
                disabled={isBlocked}
              >
                Test API
              </Button>
              {cancel && (
                <Button variant="ghost" onClick={cancel}>
                  Cancel
                </Button>
              )}
            </div>
            <div aria-live="polite" className="text-ink-2 text-sm">
              {note && (
                <p className="mt-2">
                  <Refusal message={note} pattern={refusingPatternIn(form)} />
                </p>
              )}
            </div>
          </div>
        </form>
      </CardBody>
    </Card>
  );
}

/** Between the parts of the form. */
function Separator() {
  return <div role="none" className="h-px w-full shrink-0 bg-line forced-colors:bg-[CanvasText]" />;
}

const methodOptions = testerMethods.map((method) => ({ value: method, label: method }));

function CustomFields({ form, change }: FormSectionProps) {
  return (
    <div className="grid gap-4 @md:grid-cols-[minmax(0,1fr)_8rem]">
      <Field label="Endpoint URL" required>
        <PlainInput
          inputMode="url"
          maxLength={8192}
          placeholder="https://api.example.com/v1/devices"
          value={form.url}
          onChange={(event) => change({ url: event.target.value })}
        />
      </Field>
      <Field label="HTTP method" required>
        <Select
          options={methodOptions}
          value={form.method}
          onValueChange={(method) => change({ method: method as TesterMethod })}
        />
      </Field>
    </div>
  );
}
