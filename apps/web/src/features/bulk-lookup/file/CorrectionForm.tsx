import { maxCorrectionLength } from '@warranty/contracts/bulk-lookup';
import { vendorsWithKeys } from '@warranty/contracts/vendors';
import type { RowCorrection } from '@warranty/domain/csv/corrections';
import type { ListedRow } from '@warranty/domain/csv/row-review';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../lib/api/error-text.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { correctionOf, fileManufacturer, suggestedManufacturer } from './row-correction.ts';

interface CorrectionFormProps {
  row: ListedRow;
  correction: RowCorrection | undefined;
  onCorrect: (row: ListedRow, correction: RowCorrection) => Promise<string | null>;
  onClose: () => void;
}

const manufacturers = [
  { value: fileManufacturer, label: 'Manufacturer: as in the file' },
  ...vendorsWithKeys.map(({ name }) => ({ value: name, label: name })),
];

/** Enters the identifier and the manufacturer of one row. What cannot be looked up is not accepted. */
export function CorrectionForm({ row, correction, onCorrect, onClose }: CorrectionFormProps) {
  const [identifier, setIdentifier] = useState(
    (correction?.identifier ?? row.cell.trim()).slice(0, maxCorrectionLength),
  );
  const [manufacturer, setManufacturer] = useState<string>(
    correction?.manufacturer ?? suggestedManufacturer(row, correction),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const given = correctionOf(row, identifier, manufacturer);
    if (given === null) return onClose();
    const reason = await onCorrect(row, given).catch(messageOf);
    if (reason === null) onClose();
    else setProblem(reason);
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      className="col-span-2 flex flex-wrap items-start gap-2"
    >
      <Field
        label={`Service tag or serial number of row ${row.line}`}
        hideLabel
        error={problem}
        className="flex-[1_1_12rem] max-sm:basis-full"
      >
        <Input
          mono
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={maxCorrectionLength}
          value={identifier}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setIdentifier(event.currentTarget.value)}
        />
      </Field>
      <div className="flex-[1_1_12rem] max-sm:basis-full">
        <Select
          aria-label={`Manufacturer of row ${row.line}`}
          options={manufacturers}
          value={manufacturer}
          onValueChange={setManufacturer}
        />
      </div>
      <Button type="submit" variant="primary" disabled={identifier.trim() === ''}>
        Save
      </Button>
      <Button onClick={onClose}>Cancel</Button>
    </form>
  );
}
