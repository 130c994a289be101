import { confidences } from '@warranty/contracts/purchase-date';
import { Field } from '../../ui/Field.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Select } from '../../ui/Select.tsx';
import { confidenceLabels, knownLabel } from './labels.ts';
import type { ConfidenceFilter } from './prediction-rows.ts';

const every = 'all';
const groups: readonly ConfidenceFilter[] = [...confidences, 'known'];
const options = [
  { value: every, label: 'All assets' },
  ...confidences.map((value) => ({ value: value as string, label: `${confidenceLabels[value]} confidence` })),
  { value: 'known', label: knownLabel },
];

interface ResultFiltersProps {
  confidence: ConfidenceFilter | null;
  onConfidence: (confidence: ConfidenceFilter | null) => void;
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
          onValueChange={(value) => onConfidence(groups.find((one) => one === value) ?? null)}
        />
      </Field>
    </div>
  );
}
