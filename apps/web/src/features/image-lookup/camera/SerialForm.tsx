import { Search } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import type { LookupQuery } from '../result/label-lookup.ts';
import type { ReadLabel } from '../use-image-lookup.ts';

/** The serial number in the field. User input stays until another serial number is looked up. */
export function useSerialInput({ reading, pending, answer }: ReadLabel) {
  const current = (pending ?? answer)?.serialNumber ?? reading.serialNumber ?? '';
  const [serial, setSerial] = useState(current);
  useEffect(() => setSerial(current), [current]);
  return [serial, setSerial] as const;
}

interface SerialFormProps {
  label: ReadLabel;
  serial: string;
  onChange: (serial: string) => void;
  onLookUp: (question: LookupQuery) => void;
}

/** The serial number that was read, to correct or enter manually. */
export function SerialForm({ label, serial, onChange, onLookUp }: SerialFormProps) {
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
            mono
            value={serial}
            onChange={({ target }) => {
              setProblem(null);
              onChange(target.value);
            }}
            maxLength={200}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </Field>
        <Button
          type="submit"
          icon={<Search aria-hidden size={16} />}
          busy={pending !== null}
          className={problem ? 'mb-6' : undefined}
        >
          {pending || answer ? 'Look up again' : 'Look up'}
        </Button>
      </div>
    </form>
  );
}
