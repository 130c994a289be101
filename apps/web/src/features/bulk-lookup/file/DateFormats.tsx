import { Field } from '../../../ui/form/Field.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { shorten } from '../shorten.ts';
import { type DateQuestion, dateOptions, formatReason, openReason } from './date-formats.ts';

interface DateFormatsProps {
  questions: readonly DateQuestion[];
  onChoose: (column: string | null, format: string) => void;
  disabled: boolean;
}

/** The format of new dates in each column: detected from all rows, editable here. */
export function DateFormats({ questions, onChoose, disabled }: DateFormatsProps) {
  const hasDates = questions.some(({ column, from }) => column !== null && from !== 'default');
  return (
    <section aria-labelledby="date-formats">
      <h3 id="date-formats" className="font-semibold">
        Date formats
      </h3>
      <p className="mt-1 text-ink-2 text-sm">
        New dates are written like this, in the preview and in the file. A column without dates follows the
        format that all other date columns share, else yyyy-mm-dd.
      </p>
      <div className="mt-2 grid gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        {questions.map((question) => {
          const { column, format, isOpen } = question;
          return (
            <Field
              key={column ?? ''}
              label={column === null ? 'Dates in new columns' : `Dates in ${shorten(column, 40)}`}
              disabled={disabled}
              required={isOpen}
              error={isOpen && openReason(question)}
              help={!isOpen && formatReason(question, hasDates)}
            >
              <Select
                options={dateOptions(question)}
                value={isOpen ? '' : format}
                placeholder="Choose a format"
                onValueChange={(value) => onChoose(column, value)}
              />
            </Field>
          );
        })}
      </div>
    </section>
  );
}
