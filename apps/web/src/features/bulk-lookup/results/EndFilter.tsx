import { endWithinDays } from '@warranty/contracts/bulk-results';
import { endFilterOf, endRangeOf } from '@warranty/domain/end-filter';
import { useState } from 'react';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { OptionalSelect } from '../../../ui/form/OptionalSelect.tsx';

interface EndFilterProps {
  ends: string | null;
  onEnds: (ends: string | null) => void;
  className: string;
}

/** Stands for two dates. */
const dateRange = 'range';
const options = [
  { value: 'expired', label: 'Expired' },
  ...endWithinDays.map((days) => ({ value: days as string, label: `Within ${days} days` })),
  { value: dateRange, label: 'Date range' },
];

/** When coverage ends. The dates of a range appear once it is chosen, or with a link to one. */
export function EndFilter({ ends, onEnds, className }: EndFilterProps) {
  const [wantsRange, setWantsRange] = useState(false);
  const range = ends === null ? null : endRangeOf(ends);
  const isRange = wantsRange || range !== null;
  const { from, to } = range ?? { from: null, to: null };
  return (
    <>
      <Field label="Coverage ends" className={className}>
        <OptionalSelect
          none="Any time"
          options={options}
          value={isRange ? dateRange : (ends ?? '')}
          onValueChange={(value) => {
            setWantsRange(value === dateRange);
            onEnds(value === dateRange ? null : value || null);
          }}
        />
      </Field>
      {isRange && (
        <div className="grid flex-1 basis-72 grid-cols-2 gap-3 sm:flex-none">
          <DateField label="From" date={from} onDate={(next) => onEnds(endFilterOf({ from: next, to }))} />
          <DateField label="To" date={to} onDate={(next) => onEnds(endFilterOf({ from, to: next }))} />
        </div>
      )}
    </>
  );
}

/** While a year is typed, the field holds dates such as 0002-11-01. */
const earliest = '1970';

interface DateFieldProps {
  label: string;
  date: string | null;
  onDate: (date: string | null) => void;
}

function DateField({ label, date, onDate }: DateFieldProps) {
  const [text, setText] = useState(date ?? '');
  return (
    <Field label={label}>
      <Input
        type="date"
        value={text}
        onChange={({ target: { value } }) => {
          setText(value);
          if (value === '' || value >= earliest) onDate(value || null);
        }}
      />
    </Field>
  );
}
