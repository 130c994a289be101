import { Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatCount, formatNumber } from '../../../lib/format-number.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { ListResults } from './ListResults.tsx';
import { itemsOf, listProblem, maxItems } from './list-items.ts';
import { countDuplicates, devicesIn, type ListItems } from './pasted-devices.ts';
import { useListLookup } from './useListLookup.ts';

/** A select option cannot have an empty value; this one represents it. */
const anyManufacturer = 'any';
/** List lookups use the server's keys, which are for Dell only. */
const manufacturers = [
  { value: anyManufacturer, label: 'Auto-detect from serial number' },
  { value: 'Dell', label: 'Dell' },
];

/** A pasted list of serial numbers, as an alternative to a file. A list from another page is looked up immediately. */
export function ListLookup({ handedList }: { handedList: string }) {
  const [text, setText] = useState(handedList);
  const [manufacturer, setManufacturer] = useState(anyManufacturer);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const lookup = useListLookup();

  const devices = useMemo(() => devicesIn(text), [text]);

  const start = () => {
    const found = listProblem(text);
    setProblem(found);
    if (found) input.current?.focus();
    else lookup.run(itemsOf(text, manufacturer === anyManufacturer ? '' : manufacturer));
  };
  useOnce(handedList !== '', start);

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
            help={`One per line, or rows copied from a spreadsheet. Only Dell devices are looked up. ${countText(devices)}`}
          >
            <Textarea
              ref={input}
              mono
              rows={6}
              value={text}
              onChange={(event) => {
                setProblem(null);
                setText(event.target.value);
              }}
              placeholder={'7XK2P93\n5TQ8R14'}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          </Field>
          <div className="grid items-end gap-4 sm:grid-cols-[18rem_auto] sm:justify-start">
            <Field label="Manufacturer" optional>
              <Select options={manufacturers} value={manufacturer} onValueChange={setManufacturer} />
            </Field>
            <Button
              type="submit"
              variant="primary"
              icon={<Search aria-hidden size={16} />}
              busy={lookup.isPending}
              busyLabel="Looking up list..."
            >
              Look up list
            </Button>
          </div>
        </form>
      </Card>
      {(lookup.isPending || lookup.results) && (
        <Progress label={lookup.isPending ? 'Looking up the list' : 'Done'} value={lookup.progress} />
      )}
      {lookup.problem && (
        <Alert tone="danger" title={lookup.problem.title} live="alert">
          {lookup.problem.reason}
        </Alert>
      )}
      {lookup.results && !lookup.isPending && <ListResults results={lookup.results} />}
    </div>
  );
}

function countText(devices: ListItems): string {
  const duplicates = countDuplicates(devices);
  const count = `${formatCount(devices.length, 'device')} of at most ${formatNumber(maxItems)}`;
  return duplicates > 0 ? `${count}, with ${formatCount(duplicates, 'duplicate')}.` : `${count}.`;
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
