import { maxCorrectionLength } from '@warranty/contracts/bulk-lookup';
import type { ListedRow } from '@warranty/domain/csv/row-review';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../lib/error-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Input } from '../../../ui/Input.tsx';

interface CorrectionFormProps {
  row: ListedRow;
  defaultValue: string;
  onCorrect: (row: ListedRow, identifier: string) => Promise<string | null>;
  onClose: () => void;
}

/** Enters the identifier of one row. An identifier that cannot be looked up is not accepted. */
export function CorrectionForm({ row, defaultValue, onCorrect, onClose }: CorrectionFormProps) {
  const [value, setValue] = useState(defaultValue.slice(0, maxCorrectionLength));
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const reason = await onCorrect(row, value).catch(messageOf);
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
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" variant="primary" disabled={value.trim() === ''}>
        Save
      </Button>
      <Button onClick={onClose}>Cancel</Button>
    </form>
  );
}
