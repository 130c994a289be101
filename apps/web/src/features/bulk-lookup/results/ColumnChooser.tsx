import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { maxListedColumns } from '@warranty/contracts/bulk-results';
import { Columns3 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button/Button.tsx';
import { Spinner } from '../../../ui/feedback/Spinner.tsx';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { Popover } from '../../../ui/overlay/Popover.tsx';
import { shorten } from '../shorten.ts';
import { fileColumnKey, filePlaces, optionalColumns } from './table-columns.ts';
import { useFileColumns, type useTableColumns } from './use-table-columns.ts';

interface ColumnChooserProps {
  run: BulkRun;
  choice: ReturnType<typeof useTableColumns>;
}

/** Chooses the columns of the table, including those of the file. */
export function ColumnChooser({ run, choice }: ColumnChooserProps) {
  const [open, setOpen] = useState(false);
  const { reset, isDefault } = choice;
  return (
    <Popover
      label="Columns"
      align="end"
      open={open}
      onOpenChange={setOpen}
      className="w-80"
      trigger={
        <Button size="sm" icon={Columns3}>
          Columns
        </Button>
      }
    >
      <div className="space-y-4">
        <Group title="Result" columns={optionalColumns} choice={choice} />
        <FileColumns run={run} choice={choice} />
        <div className="flex items-center justify-between gap-2 border-line border-t pt-3">
          <p className="text-ink-2 text-xs">Remembered in this browser.</p>
          <Button size="sm" variant="ghost" disabled={isDefault} onClick={reset}>
            Reset
          </Button>
        </div>
      </div>
    </Popover>
  );
}

interface GroupProps extends Pick<ColumnChooserProps, 'choice'> {
  title: string;
  columns: readonly { key: string; label: ReactNode }[];
  /** No other column can be chosen. */
  isFull?: boolean;
  children?: ReactNode;
}

function Group({ title, columns, choice, isFull = false, children }: GroupProps) {
  return (
    <fieldset className="space-y-1">
      <legend className="mb-1 font-medium text-ink-2 text-xs">{title}</legend>
      {children}
      {columns.map(({ key, label }) => {
        const checked = choice.keys.includes(key);
        return (
          <Checkbox
            key={key}
            label={label}
            checked={checked}
            disabled={isFull && !checked}
            onCheckedChange={(next) => choice.toggle(key, next)}
          />
        );
      })}
    </fieldset>
  );
}

function FileColumns({ run, choice }: ColumnChooserProps) {
  const { data: names, error } = useFileColumns(run, true);
  const isFull = filePlaces(choice.columns).length >= maxListedColumns;
  const columns = [...new Set(names)].map((name) => ({
    key: fileColumnKey(name),
    label: <span className="wrap-anywhere">{shorten(name, 80)}</span>,
  }));
  return (
    <Group title="Your file" {...{ columns, choice, isFull }}>
      {error && <p className="text-danger text-sm">{error.message}</p>}
      {!names && !error && <Spinner />}
      {isFull && <p className="text-ink-2 text-sm">At most {maxListedColumns} columns of your file.</p>}
    </Group>
  );
}
