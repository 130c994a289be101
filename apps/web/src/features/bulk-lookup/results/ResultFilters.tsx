import { resultFilters } from '@warranty/contracts/bulk-results';
import { Field } from '../../../ui/Field.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { Select } from '../../../ui/Select.tsx';
import { filterLabels, type ResultFilter } from '../run/outcome-labels.ts';
import { partLabels } from './result-parts.ts';

interface ResultFiltersProps {
  filter: ResultFilter | null;
  onFilter: (filter: ResultFilter | null) => void;
  search: string;
  onSearch: (text: string) => void;
  totalRows: number;
  part: number;
  onPart: (part: number) => void;
  isInFileOrder: boolean;
}

/** A select option cannot have an empty value; this one represents it. */
const every = 'all';
const options = [
  { value: every, label: 'All rows' },
  ...resultFilters.map((filter) => ({ value: filter as string, label: filterLabels[filter] })),
];

export function ResultFilters(props: ResultFiltersProps) {
  const { filter, onFilter, search, onSearch, totalRows, part, onPart, isInFileOrder } = props;
  const parts = partLabels(totalRows);
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_12rem] lg:grid-cols-[minmax(0,24rem)_12rem_16rem]">
      <SearchField placeholder="Search all cells" defaultValue={search} onSearch={onSearch} />
      <Field label="Status">
        <Select
          options={options}
          value={filter ?? every}
          onValueChange={(value) => onFilter(resultFilters.find((one) => one === value) ?? null)}
        />
      </Field>
      {parts.length > 0 && isInFileOrder && (
        <Field label="Section of the file">
          <Select
            options={parts.map((label, index) => ({ value: String(index), label }))}
            value={String(part)}
            onValueChange={(value) => onPart(Number(value))}
          />
        </Field>
      )}
    </div>
  );
}
