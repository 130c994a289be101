import { CalendarSearch, RotateCcw } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import type { PredictorSession } from '../use-predictor-session.ts';

const maxDescriptionLength = 4000;

export interface SingleRequest {
  assetDescription: string;
  useVendorDates: boolean;
}

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
    else onPredict({ assetDescription, useVendorDates });
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
          <PredictButton session={session} isPending={isPending} />
          {hasResult && (
            <Button
              icon={<RotateCcw aria-hidden size={16} />}
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

/** Disabled until there is a session. */
function PredictButton({ session, isPending }: { session: PredictorSession; isPending: boolean }) {
  const isConnecting = !session.isReady && !session.hasFailed;
  return (
    <Button
      type="submit"
      variant="primary"
      icon={<CalendarSearch aria-hidden size={16} />}
      busy={isConnecting || isPending}
      busyLabel={isConnecting ? 'Connecting...' : 'Predicting...'}
      disabled={!session.isReady}
    >
      Predict Purchase Date
    </Button>
  );
}
