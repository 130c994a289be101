import type { PurchaseDateChoice } from '@warranty/contracts/field-mapping';
import type { Column } from '@warranty/domain/csv/columns';
import { useState } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { RadioGroup } from '../../../ui/form/RadioGroup.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { columnOptions } from './column-options.ts';

interface PurchaseDateDialogProps {
  open: boolean;
  columns: readonly Column[];
  onConfirm: (choice: PurchaseDateChoice) => void;
  /** Also removes the file. */
  onCancel: () => void;
}

type Mode = PurchaseDateChoice['mode'];

export function PurchaseDateDialog({ open, columns, onConfirm, onCancel }: PurchaseDateDialogProps) {
  const [mode, setMode] = useState<Mode>('create');
  const [place, setPlace] = useState<string | undefined>();
  const column = place === undefined ? undefined : columns[Number(place)]?.name;
  const choice: PurchaseDateChoice | null =
    mode === 'create' ? { mode } : column === undefined ? null : { mode, column };
  return (
    <Dialog
      title="Purchase Date Field Missing"
      description="This file has no purchase date column. Where should purchase dates be written?"
      open={open}
      onOpenChange={(next) => !next && onCancel()}
      disableOutsideClose
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button variant="primary" disabled={!choice} onClick={() => choice && onConfirm(choice)}>
            Confirm
          </Button>
        </>
      }
    >
      <RadioGroup
        label="Where to write the purchase date"
        value={mode}
        onValueChange={(value) => setMode(value as Mode)}
        options={[
          {
            value: 'create',
            label: 'Create a new Purchase Date column',
            description: 'Added as the last column.',
          },
          {
            value: 'update',
            label: 'Update an existing column',
            description: 'Fills blank cells. Existing values stay unchanged.',
            more: (
              <Field label="Existing column">
                <Select
                  options={columnOptions(columns)}
                  value={place ?? ''}
                  onValueChange={setPlace}
                  placeholder="Choose a column"
                />
              </Field>
            ),
          },
        ]}
      />
      <p className="mt-4 text-ink-2 text-sm">
        The purchase date is the date the vendor shipped the device or, if unknown, the warranty start date.
        Cancel removes the file.
      </p>
    </Dialog>
  );
}
