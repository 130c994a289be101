import type { CallInput } from '@warranty/contracts/core/endpoint';
import type { predictSingle } from '@warranty/contracts/purchase-date';
import { RotateCcw } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { PredictButton } from '../prediction/PredictButton.tsx';
import type { PredictorSession } from '../use-predictor-session.ts';

const maxDescriptionLength = 4000;

export type SingleRequest = CallInput<typeof predictSingle>['body'];

interface SingleFormProps {
  session: PredictorSession;
  description: string;
  onDescription: (text: string) => void;
  isPending: boolean;
  hasResult: boolean;
  onPredict: (request: SingleRequest) => void;
  onReset: () => void;
}

export function SingleForm(props: SingleFormProps) {
  const { session, description, onDescription, isPending, hasResult, onPredict, onReset } = props;
  const [isMissing, setMissing] = useState(false);
  const [useVendorDates, setVendorDates] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const assetDescription = description.trim();
    setMissing(assetDescription === '');
    if (assetDescription === '') input.current?.focus();
    // Ctrl+Enter submits while the button is busy.
    else if (!isPending) onPredict({ assetDescription, useVendorDates });
  };

  return (
    <Card>
      <form noValidate aria-label="Single asset" onSubmit={submit} className="space-y-4 p-5">
        <Field
          label="Asset description"
          required
          error={isMissing && 'Asset description is required'}
          help="Enter what you know in any order: manufacturer, model, serial number, asset tag, warranty end date."
        >
          <Textarea
            ref={input}
            value={description}
            onChange={(event) => {
              setMissing(false);
              onDescription(event.target.value);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              event.currentTarget.form?.requestSubmit();
            }}
            placeholder="e.g. Dell Latitude 5420 laptop, serial 7XK2P93, warranty until 31 May 2024"
            rows={5}
            maxLength={maxDescriptionLength}
            spellCheck={false}
          />
        </Field>
        <Checkbox
          checked={useVendorDates}
          onCheckedChange={setVendorDates}
          label="Look up the ship date from the vendor"
          description="Requires a serial number and counts as a lookup. Not needed for devices that you have looked up."
        />
        <div className="flex flex-wrap gap-2">
          <PredictButton type="submit" session={session} isPending={isPending}>
            Predict Purchase Date
          </PredictButton>
          {hasResult && (
            <Button
              icon={RotateCcw}
              disabled={isPending}
              onClick={() => {
                setMissing(false);
                onReset();
                input.current?.focus();
              }}
            >
              Reset
            </Button>
          )}
        </div>
      </form>
    </Card>
  );
}
