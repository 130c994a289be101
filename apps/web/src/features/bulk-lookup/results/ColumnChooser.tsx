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
  const { keys, toggle, reset, isDefault } = choice;
  return (
    <Popover
      label="Columns"
      align="end"
      open={open}
      onOpenChange={setOpen}
      className="w-80"
      trigger={
        <Button size="sm" icon={<Columns3 aria-hidden size={14} />}>
          Columns
        </Button>
      }
    >
      <div className="space-y-4">
        <Group title="Result">
          {optionalColumns.map(({ key, label }) => (
            <Checkbox
              key={key}
              label={label}
              checked={keys.includes(key)}
              onCheckedChange={(checked) => toggle(key, checked)}
            />
          ))}
        </Group>
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

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="space-y-1">
      <legend className="mb-1 font-medium text-ink-2 text-xs">{title}</legend>
      {children}
    </fieldset>
  );
}

function FileColumns({ run, choice }: ColumnChooserProps) {
  const { data: names, error } = useFileColumns(run, true);
  const { keys, toggle, columns } = choice;
  const isFull = filePlaces(columns).length >= maxListedColumns;
  return (
    <Group title="Your file">
      {error && <p className="text-danger text-sm">{error.message}</p>}
      {!names && !error && <Spinner />}
      {isFull && <p className="text-ink-2 text-sm">At most {maxListedColumns} columns of your file.</p>}
      {[...new Set(names)].map((name) => {
        const key = fileColumnKey(name);
        const checked = keys.includes(key);
        return (
          <Checkbox
            key={key}
            label={<span className="wrap-anywhere">{shorten(name, 80)}</span>}
            checked={checked}
            disabled={isFull && !checked}
            onCheckedChange={(next) => toggle(key, next)}
          />
        );
      })}
    </Group>
  );
}
