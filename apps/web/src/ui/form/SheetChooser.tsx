import { formatCount } from '../../lib/format/format-number.ts';
import { Field } from './Field.tsx';
import { Select } from './Select.tsx';

interface SheetChooserProps {
  sheets: readonly string[];
  sheet: string | null;
  onChoose: (sheet: string) => void;
  disabled?: boolean;
}

/** For workbooks with several visible sheets. Another sheet is another table, so the file is read again. */
export function SheetChooser({ sheets, sheet, onChoose, disabled = false }: SheetChooserProps) {
  return (
    <div className="sm:max-w-80">
      <Field
        label="Sheet"
        help={`This workbook has ${formatCount(sheets.length, 'visible sheet')}. One of them is processed.`}
        disabled={disabled}
      >
        <Select
          options={sheets.map((name) => ({ value: name, label: name }))}
          value={sheet ?? ''}
          onValueChange={onChoose}
        />
      </Field>
    </div>
  );
}
