import { Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatCount, formatNumber } from '../../../lib/format/format-number.ts';
import { joinNames } from '../../../lib/format/join-names.ts';
import { useUserVendors, useVendorKeys } from '../../../shared/vendors/vendor-keys.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Alert } from '../../../ui/feedback/Alert.tsx';
import { Progress } from '../../../ui/feedback/Progress.tsx';
import { codeField } from '../../../ui/form/control-style.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { OptionalSelect } from '../../../ui/form/OptionalSelect.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { shorten } from '../shorten.ts';
import { ListResults } from './ListResults.tsx';
import { itemsOf, listProblem, maxItems } from './list-items.ts';
import { type PastedList, readPastedList, textOf } from './pasted-devices.ts';
import type { ColumnChoice, PastedTable } from './pasted-table.ts';
import { RecentLists } from './RecentLists.tsx';
import type { RecentList } from './recent-list.ts';
import { useListLookup } from './use-list-lookup.ts';

/** A pasted list of serial numbers, as an alternative to a file. A list from another page is looked up immediately. */
export function ListLookup({ handedList }: { handedList: string }) {
  const [text, setText] = useState(handedList);
  const [columns, setColumns] = useState<ColumnChoice | null>(null);
  const [manufacturer, setManufacturer] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const lookup = useListLookup();
  const { isPending } = useVendorKeys();
  // The server has keys for Dell only; the user's own keys add other vendors.
  const otherVendors = useUserVendors().filter((vendor) => vendor !== 'Dell');
  const vendors = ['Dell', ...otherVendors];

  const list = useMemo(() => readPastedList(text, columns), [text, columns]);

  const start = () => {
    const found = listProblem(text, columns);
    setProblem(found);
    if (found) input.current?.focus();
    else lookup.lookUp(itemsOf(text, manufacturer, columns), otherVendors);
  };
  useOnce(handedList !== '' && !isPending, start);

  const reopen = ({ devices }: RecentList) => {
    setText(textOf(devices));
    setColumns(null);
    setManufacturer('');
    setProblem(null);
    lookup.reopen(devices);
  };

  return (
    <div className="space-y-6">
      <Card>
        <form
          noValidate
          aria-label="List lookup"
          onSubmit={(event) => {
            event.preventDefault();
            start();
          }}
          className="grid gap-4 p-5"
        >
          <Field
            label="Serial numbers"
            required
            error={problem}
            help={`One per line, or rows copied from a spreadsheet. Only ${joinNames(vendors)} devices are looked up. ${countText(list)}`}
          >
            <Textarea
              ref={input}
              {...codeField}
              rows={6}
              value={text}
              onChange={(event) => {
                setProblem(null);
                setText(event.target.value);
              }}
              placeholder={'7XK2P93\n5TQ8R14'}
            />
          </Field>
          {list.table && list.table.columns.length > 1 && (
            <ListColumns table={list.table} onChoose={setColumns} />
          )}
          <div className="grid items-end gap-4 sm:grid-cols-[18rem_auto] sm:justify-start">
            <Field label="Manufacturer" optional>
              <OptionalSelect
                none="Auto-detect from serial number"
                options={vendors.map((name) => ({ value: name, label: name }))}
                value={manufacturer}
                onValueChange={setManufacturer}
              />
            </Field>
            <Button
              type="submit"
              variant="primary"
              icon={Search}
              busy={lookup.isPending}
              busyLabel="Looking up list..."
            >
              Look up list
            </Button>
          </div>
        </form>
      </Card>
      <Outcome lookup={lookup} onLookUp={start} />
      <RecentLists disabled={lookup.isPending} onOpen={reopen} />
    </div>
  );
}

function Outcome({ lookup, onLookUp }: { lookup: ReturnType<typeof useListLookup>; onLookUp: () => void }) {
  const { results, problem, isPending, isCached, progress } = lookup;
  return (
    <>
      {(isPending || results) && !isCached && (
        <Progress label={isPending ? 'Looking up the list' : 'Done'} value={progress} />
      )}
      {problem && (
        <Alert tone="danger" title={problem.title} live="alert">
          {problem.reason}
        </Alert>
      )}
      {results && !isPending && <ListResults {...{ results, isCached, onLookUp }} />}
    </>
  );
}

function countText({ devices, repeats }: PastedList): string {
  const count = `${formatCount(devices.length, 'device')} of at most ${formatNumber(maxItems)}.`;
  if (repeats === 0) return count;
  return `${count} ${formatCount(repeats, 'repeated tag')} ${repeats === 1 ? 'is' : 'are'} looked up once.`;
}

/** Runs once even in React strict mode, which runs effects twice. */
function useOnce(isWanted: boolean, act: () => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isWanted || isDone.current) return;
    isDone.current = true;
    act();
  });
}

interface ListColumnsProps {
  table: PastedTable;
  onChoose: (choice: ColumnChoice) => void;
}

/** Which columns of a pasted spreadsheet are used. */
function ListColumns({ table, onChoose }: ListColumnsProps) {
  const { key, columns, serial, manufacturer } = table;
  const options = columns.map(({ name, firstValue }) => ({
    value: name,
    label: name,
    hint: shorten(firstValue, 24),
  }));
  const choice = { key, serial, manufacturer };
  return (
    <div className="grid gap-4 sm:grid-cols-[18rem_18rem]">
      <Field label="Serial number column" help={exampleOf(table, serial)}>
        <Select
          options={options}
          value={serial}
          onValueChange={(name) => onChoose({ ...choice, serial: name })}
        />
      </Field>
      <Field label="Manufacturer column" optional help={exampleOf(table, manufacturer)}>
        <OptionalSelect
          none="None"
          options={options.filter(({ value }) => value !== serial)}
          value={manufacturer ?? ''}
          onValueChange={(name) => onChoose({ ...choice, manufacturer: name || null })}
        />
      </Field>
    </div>
  );
}

function exampleOf({ columns }: PastedTable, name: string | null): string | undefined {
  const value = columns.find((column) => column.name === name)?.firstValue;
  return value ? `For example ${shorten(value, 24)}` : undefined;
}
