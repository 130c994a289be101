import type { DateFormats } from '@warranty/contracts/date-format';
import { type DateField, dateFields } from '@warranty/contracts/result-fields';
import type { ColumnDates } from './date-evidence.ts';
import { type DateFormat, formatText, isoFormat, readFormat } from './dates.ts';
import { type Placing, placeOf } from './enrich.ts';
import type { ColumnProfile } from './profile.ts';

export interface DateDecisionOptions extends Placing {
  /** In column order; null for columns that were not profiled. */
  profiles: readonly (ColumnProfile | null)[];
  /** The user's choice, which takes precedence. */
  chosen?: DateFormats | undefined;
}

/** The date format of one field, and where it comes from. */
export interface DateDecision {
  field: DateField;
  /** The file's column that the dates are written to; null for a new column. */
  column: string | null;
  format: DateFormat;
  /** The user, the column's own dates, the other date columns of the file, or none of these. */
  from: 'user' | 'column' | 'file' | 'default';
  /** No date shows whether the day or the month comes first, or they contradict, and cells are blank: the user chooses. */
  isOpen: boolean;
}

/** Ignores columns that contain dates only by chance, such as notes. */
function datesOf(profile: ColumnProfile | null | undefined): ColumnDates | null {
  if (!profile) return null;
  const { dates, rows, blank } = profile;
  return dates.count * 2 > rows - blank - dates.placeholders ? dates : null;
}

/** The number of date formats in a column. Formats that differ only in the length of the time count as one. */
export function countFormats({ forms }: ColumnDates): number {
  return new Set(forms.map(({ pattern }) => pattern.replaceAll(/\d+/g, '0'))).size;
}

const hasUnclearOrder = ({ order }: ColumnDates) => order === 'open' || order === 'mixed';

function decideAlone(field: DateField, options: DateDecisionOptions) {
  const { columns, profiles, chosen = {} } = options;
  const { at } = placeOf(field, options);
  const dates = datesOf(profiles[at]);
  const fromUser = readFormat(chosen[field] ?? '');
  const isUnclear = fromUser === null && dates !== null && hasUnclearOrder(dates);
  const isMixed = dates !== null && countFormats(dates) > 1;
  const column = columns[at]?.name ?? null;
  const isOpen = isUnclear && (profiles[at]?.blank ?? 0) > 0;
  return { field, column, fromUser, own: dates?.format ?? null, isUnsure: isUnclear || isMixed, isOpen };
}

/** The one format that all date columns of the file share. Columns with mixed formats are ignored. */
function sharedFormat(decided: readonly ReturnType<typeof decideAlone>[]): DateFormat | null {
  const formats = decided.flatMap(({ column, fromUser, own, isUnsure }) => {
    const format = fromUser ?? (isUnsure ? null : own);
    return column !== null && format ? [format] : [];
  });
  return new Set(formats.map(formatText)).size === 1 ? (formats[0] ?? null) : null;
}

/**
 * One decision per column that dates are written to, used for both the preview and the file. In order of precedence: the
 * user's choice, the column's own format, the format that all other mapped date columns share, yyyy-mm-dd.
 */
export function decideDates(options: DateDecisionOptions): DateDecision[] {
  const decided = dateFields.map((field) => decideAlone(field, options));
  const shared = sharedFormat(decided);
  return decided.map(({ field, column, fromUser, own, isOpen }) => {
    if (fromUser) return { field, column, format: fromUser, from: 'user', isOpen };
    if (own) return { field, column, format: own, from: 'column', isOpen };
    return { field, column, format: shared ?? isoFormat, from: shared ? 'file' : 'default', isOpen };
  });
}

/** In the format that the writer accepts. */
export function formatsOf(decisions: readonly DateDecision[]): Record<DateField, DateFormat> {
  const formats = decisions.map(({ field, format }) => [field, format] as const);
  return Object.fromEntries(formats) as Record<DateField, DateFormat>;
}
