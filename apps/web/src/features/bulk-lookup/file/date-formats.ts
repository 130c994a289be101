import type { DateFormats } from '@warranty/contracts/date-format';
import type { FieldMapping, PurchaseDateChoice } from '@warranty/contracts/field-mapping';
import { type DateField, dateFields } from '@warranty/contracts/result-fields';
import { columnIndex } from '@warranty/domain/csv/columns';
import { countFormats, type DateDecision, decideDates } from '@warranty/domain/csv/date-decision';
import type { ColumnDates } from '@warranty/domain/csv/date-evidence';
import { formatLabel, formatText, readFormat, writeDate } from '@warranty/domain/csv/dates';
import { placeOf } from '@warranty/domain/csv/enrich';
import { formatNumber } from '../../../lib/format/format-number.ts';
import type { FileReading } from './csv-messages.ts';
import { fieldLabels } from './field-labels.ts';

/** By column; null represents all new columns together. */
export type DateChoices = ReadonlyMap<string | null, string>;

/** The parts of a parsed file that determine its date formats. */
export interface DatedFile {
  reading: Pick<FileReading, 'columns' | 'profiles'>;
  mapping: FieldMapping;
  purchaseDate: PurchaseDateChoice | null;
  dateChoices: DateChoices;
}

/** Decides the formats of new dates from all rows and the user's choices. */
export function dateDecisions({ reading, mapping, purchaseDate, dateChoices }: DatedFile): DateDecision[] {
  const { columns, profiles } = reading;
  const placing = { columns, mapping, purchaseDate: purchaseDate ?? undefined };
  const chosen: DateFormats = {};
  for (const field of dateFields) {
    const format = dateChoices.get(columns[placeOf(field, placing).at]?.name ?? null);
    if (format !== undefined) chosen[field] = format;
  }
  return decideDates({ ...placing, profiles, chosen });
}

/** Formats for the requests of a run, complete so that the server has nothing to decide. */
export function dateFormatsToSend(read: DatedFile): DateFormats {
  return Object.fromEntries(dateDecisions(read).map(({ field, format }) => [field, formatText(format)]));
}

export interface DateQuestion extends Pick<DateDecision, 'column' | 'from' | 'isOpen'> {
  fields: DateField[];
  format: string;
  /** Formats of the existing dates; null for a new column. */
  dates: ColumnDates | null;
}

/** One question for each column with blank cells, in file order, then one for all new columns. */
export function dateQuestions(read: DatedFile): DateQuestion[] {
  const { columns, profiles } = read.reading;
  const questions = new Map<string | null, DateQuestion>();
  for (const { field, column, format, from, isOpen } of dateDecisions(read)) {
    const profile = column === null ? null : profiles[columnIndex(columns, column)];
    if (profile?.blank === 0) continue;
    const known = questions.get(column);
    if (known) known.fields.push(field);
    else
      questions.set(column, {
        ...{ column, from, isOpen, fields: [field], format: formatText(format) },
        dates: profile?.dates ?? null,
      });
  }
  const placeInFile = ({ column }: DateQuestion) =>
    column === null ? columns.length : columnIndex(columns, column);
  return [...questions.values()].toSorted((a, b) => placeInFile(a) - placeInFile(b));
}

const common = ['yyyy-mm-dd', 'dd.mm.yyyy', 'dd/mm/yyyy', 'mm/dd/yyyy', 'dd-mm-yyyy', 'd mmm yyyy'];
const maxSamples = 8;
const exampleDate = '2026-11-27';

/** A pattern with an ambiguous order has two meanings. */
const meanings = (pattern: string) =>
  pattern.includes('#')
    ? [pattern.replace('#', 'dd').replace('#', 'mm'), pattern.replace('#', 'mm').replace('#', 'dd')]
    : [pattern];

/** Formats found in the column first, then the common ones. */
export function dateOptions({ dates, format }: Pick<DateQuestion, 'dates' | 'format'>) {
  const cells = new Map<string, number>();
  for (const { pattern, count } of dates?.forms.slice(0, maxSamples) ?? [])
    for (const meaning of meanings(pattern)) cells.set(meaning, count);
  return [...new Set([...cells.keys(), format, ...common])].flatMap((value) => {
    const read = readFormat(value);
    if (!read) return [];
    const name = read.pattern === 'serial' ? 'Excel day number' : formatLabel(value);
    const count = cells.get(value);
    return [
      {
        value,
        label: `${name} (${writeDate(exampleDate, read)})`,
        ...(count !== undefined && { hint: `${formatNumber(count)} here` }),
      },
    ];
  });
}

/** Why the user must choose. */
export function openReason({ dates }: Pick<DateQuestion, 'dates'>): string {
  const choose = 'Choose the format for new dates.';
  if (dates?.order === 'open') return `No row shows whether the day or the month comes first. ${choose}`;
  return `Some dates have the day first, others the month. ${choose}`;
}

/** Why this format is used. */
export function formatReason({ column, fields, from, dates }: DateQuestion, hasDates: boolean): string {
  const formats = dates ? countFormats(dates) : 0;
  const reasons = {
    user: 'Chosen by you',
    column:
      formats > 1 ? `The most frequent of the ${formatNumber(formats)} formats here` : 'As its other dates',
    file: 'As the other date columns',
    default: hasDates
      ? 'The other date columns share no format'
      : 'The mapped columns hold no dates to follow',
  };
  if (column !== null) return reasons[from];
  return `${reasons[from]}. For ${fields.map((field) => fieldLabels[field]).join(', ')}`;
}
