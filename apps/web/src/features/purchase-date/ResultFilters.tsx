import { type Confidence, confidences } from '@warranty/contracts/purchase-date';
import { Field } from '../../ui/Field.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import { confidenceLabels } from './labels.ts';

const every = 'all';
const options = [
  { value: every, label: 'All predictions' },
  ...confidences.map((value) => ({ value: value as string, label: `${confidenceLabels[value]} confidence` })),
];

interface ResultFiltersProps {
  confidence: Confidence | null;
  onConfidence: (confidence: Confidence | null) => void;
  onSearch: (text: string) => void;
}

export function ResultFilters({ confidence, onConfidence, onSearch }: ResultFiltersProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-[minmax(0,24rem)_14rem]">
      <SearchField placeholder="Serial number, model or explanation" onSearch={onSearch} />
      <Field label="Confidence">
        <Select
          options={options}
          value={confidence ?? every}
          onValueChange={(value) => onConfidence(confidences.find((one) => one === value) ?? null)}
        />
      </Field>
    </div>
  );
}
