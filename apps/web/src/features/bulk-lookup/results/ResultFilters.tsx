import { resultFilters } from '@warranty/contracts/bulk-results';
import type { ReactNode } from 'react';
import { Field } from '../../../ui/form/Field.tsx';
import { OptionalSelect } from '../../../ui/form/OptionalSelect.tsx';
import { SearchField } from '../../../ui/form/SearchField.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { filterLabels } from '../run/outcome-labels.ts';
import type { RowChoice } from '../run/row-choice.ts';
import { EndFilter } from './EndFilter.tsx';
import { partLabels } from './result-parts.ts';

interface ResultFiltersProps {
  chosen: RowChoice;
  onChoose: (choice: RowChoice) => void;
  search: string;
  onSearch: (text: string) => void;
  totalRows: number;
  part: number;
  onPart: (part: number) => void;
  isInFileOrder: boolean;
  /** At the end of the row. */
  children: ReactNode;
}

/** Two in a row on a phone. */
const fieldSize = 'flex-1 basis-36 sm:flex-none sm:basis-44';

const options = resultFilters.map((filter) => ({ value: filter, label: filterLabels[filter] }));

export function ResultFilters(props: ResultFiltersProps) {
  const { chosen, onChoose, search, onSearch, totalRows, part, onPart, isInFileOrder, children } = props;
  const parts = partLabels(totalRows);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-56 flex-1 basis-full sm:basis-0">
        <SearchField placeholder="Search all cells" defaultValue={search} onSearch={onSearch} />
      </div>
      <Field label="Status" className={fieldSize}>
        <OptionalSelect
          none="All rows"
          options={options}
          value={chosen.filter ?? ''}
          onValueChange={(value) =>
            onChoose({ ...chosen, filter: resultFilters.find((one) => one === value) ?? null })
          }
        />
      </Field>
      <EndFilter ends={chosen.ends} onEnds={(ends) => onChoose({ ...chosen, ends })} className={fieldSize} />
      {parts.length > 0 && isInFileOrder && (
        <Field label="Section of the file" className="flex-1 basis-full sm:flex-none sm:basis-60">
          <Select
            options={parts.map((label, index) => ({ value: String(index), label }))}
            value={String(part)}
            onValueChange={(value) => onPart(Number(value))}
          />
        </Field>
      )}
      {children}
    </div>
  );
}
