import type { LabelReading } from '@warranty/contracts/image-lookup';
import { Pencil, Search } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { codeField } from '../../../ui/form/control-style.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '../../../ui/layout/Card.tsx';
import { Details } from '../../../ui/layout/Details.tsx';
import { Badge } from '../../../ui/text/Badge.tsx';
import { Fact, FactList } from '../../../ui/text/FactList.tsx';
import { PhotoCanvas, PhotoCrop } from '../photo/PhotoCanvas.tsx';
import type { ReadLabel } from '../use-image-lookup.ts';
import type { LookupQuery } from './label-lookup.ts';
import { NoIdentifiers } from './NoIdentifiers.tsx';
import { percent, Sureness } from './Sureness.tsx';

interface ExtractedCardProps {
  label: ReadLabel;
  onLookUp: (question: LookupQuery) => void;
}

/** What was read from the photo, with its confidence and position. */
export function ExtractedCard({ label, onLookUp }: ExtractedCardProps) {
  const { photo, reading } = label;
  const [serial, setSerial] = useSerialInput(label);
  const isAsRead = isSameSerial(serial, reading.serialNumber);
  const titleId = useId();
  const place = reading.serialNumber ? reading.place : null;
  // Users cannot read bars, so for a barcode the whole label is shown.
  const isFromText = place !== null && !reading.barcodeData?.includes(reading.serialNumber ?? '');
  return (
    <Card as="section" aria-labelledby={titleId}>
      <CardHeader
        action={
          isAsRead ? (
            <Sureness confidence={reading.confidence} isVerified={reading.proof !== null} />
          ) : (
            // The proof from the photo does not apply to another number.
            serial.trim() && <Badge icon={Pencil}>Entered by you</Badge>
          )
        }
      >
        <CardTitle id={titleId}>Extracted Information</CardTitle>
      </CardHeader>
      <CardBody className="space-y-4">
        {!reading.serialNumber && <NoIdentifiers label={label} onLookUp={onLookUp} />}
        {place && !isFromText && <PhotoCanvas {...{ photo, place }} />}
        {place && isFromText && (
          <PhotoCrop {...{ photo, place }} label="The part of the photo containing the serial number" />
        )}
        <SerialForm {...{ label, serial, onLookUp }} onChange={setSerial} />
        {isAsRead && reading.explanation && <p className="text-ink-2 text-sm">{reading.explanation}</p>}
        {!isAsRead && reading.serialNumber && (
          <p className="text-ink-2 text-sm">
            On the photo: <span className="font-mono">{reading.serialNumber}</span> (
            {reading.proof ? 'verified' : 'not verified'}, {percent(reading.confidence)})
          </p>
        )}
        <Facts reading={reading} />
        <Details summary={isFromText ? 'Photo and full text' : 'Full text'}>
          <div className="space-y-3">
            {isFromText && <PhotoCanvas {...{ photo, place }} />}
            <pre className="max-h-48 overflow-auto whitespace-pre-wrap wrap-anywhere rounded-control bg-sunken p-3 text-sm">
              {reading.rawText || 'No text found.'}
            </pre>
          </div>
        </Details>
      </CardBody>
    </Card>
  );
}

const plain = (serial: string) => serial.replaceAll(/\s/g, '').toUpperCase();

/** Whether the field still matches the reading. */
const isSameSerial = (typed: string, read: string | null) => read !== null && plain(typed) === plain(read);

function Facts({ reading }: { reading: LabelReading }) {
  const facts = [
    ['Manufacturer', reading.manufacturer],
    ['Model Number', reading.modelNumber],
    ['Part Number', reading.partNumber],
    ['Barcode', reading.barcodeData],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  if (facts.length === 0) return null;
  return (
    <FactList narrow>
      {facts.map(([name, value]) => (
        <Fact key={name} label={name}>
          <span className={/Number|Barcode/.test(name) ? 'font-mono' : undefined}>{value}</span>
        </Fact>
      ))}
    </FactList>
  );
}

/** The serial number in the field. User input stays until another serial number is looked up. */
function useSerialInput({ reading, pending, answer }: ReadLabel) {
  const current = (pending ?? answer)?.serialNumber ?? reading.serialNumber ?? '';
  const [serial, setSerial] = useState(current);
  useEffect(() => setSerial(current), [current]);
  return [serial, setSerial] as const;
}

interface SerialFormProps extends ExtractedCardProps {
  serial: string;
  onChange: (serial: string) => void;
}

/** The serial number that was read, to correct or enter manually. */
function SerialForm({ label, serial, onChange, onLookUp }: SerialFormProps) {
  const { reading, pending, answer } = label;
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const serialNumber = serial.trim();
    if (serialNumber) return onLookUp({ serialNumber, manufacturer: reading.manufacturer });
    setProblem('Enter a serial number or service tag.');
    input.current?.focus();
  };

  return (
    <form noValidate aria-label="Serial number" onSubmit={submit}>
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Serial Number" error={problem} className="flex-[1_1_12rem]">
          <Input
            ref={input}
            {...codeField}
            value={serial}
            onChange={({ target }) => {
              setProblem(null);
              onChange(target.value);
            }}
            maxLength={200}
          />
        </Field>
        <Button type="submit" icon={Search} busy={pending !== null} className={problem ? 'mb-6' : undefined}>
          {pending || answer ? 'Look up again' : 'Look up'}
        </Button>
      </div>
    </form>
  );
}
