import { type MappedField, mappedFields } from '@warranty/contracts/field-mapping';
import { columnIndex } from '@warranty/domain/csv/columns';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { OptionalSelect } from '../../../ui/form/OptionalSelect.tsx';
import { Details } from '../../../ui/layout/Details.tsx';
import { Badge } from '../../../ui/text/Badge.tsx';
import { shorten } from '../shorten.ts';
import { columnOptions } from './column-options.ts';
import { fieldLabels } from './field-labels.ts';
import type { BulkFile, ReadFile } from './use-bulk-file.ts';

interface MappingEditorProps {
  read: ReadFile;
  file: BulkFile;
  disabled: boolean;
}

/** A lookup needs the first field; the second avoids guessing. */
const always: readonly MappedField[] = ['modelNumber', 'manufacturer'];

const sources = {
  detected: null,
  saved: 'Restored from your last file with these headers',
  chosen: 'Set by you and saved for files with these headers',
};

/** Maps columns to fields; all of them are editable. */
export function MappingEditor(props: MappingEditorProps) {
  const { read, file, disabled } = props;
  const { mapping, mappingIs, purchaseDate } = read;
  const note = sources[mappingIs];
  // The initial selection, so that a field keeps its position when its column is cleared.
  const [shown] = useState(() => mappedFields.filter((field) => always.includes(field) || mapping[field]));
  const others = mappedFields.filter((field) => !shown.includes(field));
  return (
    <section aria-labelledby="field-mapping">
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id="field-mapping" className="font-semibold">
          Detected field mapping
        </h3>
        {note && <Badge tone="accent">{note}</Badge>}
        {note && (
          <Button size="sm" variant="ghost" icon={Undo2} disabled={disabled} onClick={file.resetMapping}>
            Reset to detected mapping
          </Button>
        )}
      </div>
      <Fields {...props} fields={shown} />
      {others.length > 0 && (
        <Details className="mt-4" summary={`${others.length} unmapped fields`}>
          <Fields {...props} fields={others} />
        </Details>
      )}
      {purchaseDate && (
        <p className="mt-3 flex flex-wrap items-center gap-x-2 text-ink-2">
          <span className="min-w-0 wrap-anywhere">
            {purchaseDate.mode === 'create'
              ? 'Purchase dates will be written to a new Purchase Date column.'
              : `Purchase dates will fill blank cells in "${shorten(purchaseDate.column, 60)}".`}
          </span>
          <Button size="sm" variant="link" disabled={disabled} onClick={() => file.choosePurchaseDate(null)}>
            Change
          </Button>
        </p>
      )}
    </section>
  );
}

type FieldsProps = MappingEditorProps & { fields: readonly MappedField[] };

function Fields({ read, file, disabled, fields }: FieldsProps) {
  const { columns } = read.reading;
  const options = columnOptions(columns);
  return (
    <div className="mt-2 grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
      {fields.map((field) => {
        const column = read.mapping[field];
        const isMissing = field === 'modelNumber' && column === undefined;
        return (
          <Field
            key={field}
            label={fieldLabels[field]}
            disabled={disabled}
            required={field === 'modelNumber'}
            error={isMissing && 'Choose the column with serial numbers or service tags'}
            help={exampleOf(read, field)}
          >
            <OptionalSelect
              none="No column"
              options={options}
              value={column === undefined ? '' : String(columnIndex(columns, column))}
              onValueChange={(value) =>
                file.map(field, value ? (columns[Number(value)]?.name ?? null) : null)
              }
            />
          </Field>
        );
      })}
    </div>
  );
}

/** The first value in the column that is not blank. */
function exampleOf({ mapping, reading }: ReadFile, field: MappedField): string | null {
  const at = columnIndex(reading.columns, mapping[field]);
  if (at < 0) return null;
  const value = reading.firstRows.map(({ cells }) => cells[at]?.trim()).find(Boolean);
  return value ? `e.g. ${shorten(value, 28)}` : 'Blank in the first rows';
}
