import type { DateCell } from './date-cell.ts';
import { type DateFormat, isDayFirstByForm, isoFormat } from './dates.ts';

/** Combined evidence from all dates of a column. */
export interface ColumnDates {
  /** Cells with a date. */
  count: number;
  /** How many of them are Excel day numbers, which other columns contain by chance. */
  serials: number;
  /** Cells with a placeholder for no date, such as 0000-00-00. */
  placeholders: number;
  /** The most frequent date format of the column; yyyy-mm-dd if the order is unknown. Null if there are no dates. */
  format: DateFormat | null;
  /**
   * How the order of day and month is known: `fixed` by the format itself, `decided` by days above 12, `mixed` if cells
   * contradict each other, `open` if no cell shows it.
   */
  order: 'fixed' | 'decided' | 'mixed' | 'open';
  /** Cells that can be read either way. */
  ambiguous: number;
  dayFirst: number;
  monthFirst: number;
  /** The formats found and their counts, most frequent first. */
  forms: readonly { pattern: string; count: number }[];
}

interface Form {
  pattern: string;
  tail: string;
  count: number;
  withZero: number;
  withoutZero: number;
}

/** Any more formats are noise. */
const maxForms = 32;
/** A few cells in the other order are typing errors, not a second format. */
const clearMajority = 20;

export class DateEvidence {
  placeholders = 0;
  private isoCount = 0;
  private count = 0;
  private dayFirst = 0;
  private monthFirst = 0;
  private ambiguous = 0;
  private readonly forms = new Map<string, Form>();

  /** By far the most frequent format, so it has its own counter. */
  addIso(): void {
    this.isoCount += 1;
  }

  addForm(pattern: string, tail = '', padding: DateCell['padding'] = 'unseen'): void {
    this.count += 1;
    const key = tail === '' ? pattern : `${pattern}${tail}`;
    let form = this.forms.get(key);
    if (form === undefined) {
      if (this.forms.size >= maxForms) return;
      form = { pattern, tail, count: 0, withZero: 0, withoutZero: 0 };
      this.forms.set(key, form);
    }
    form.count += 1;
    if (padding === 'zero') form.withZero += 1;
    else if (padding === 'none') form.withoutZero += 1;
  }

  add({ pattern, tail, padding, order, first, second }: DateCell): void {
    this.addForm(pattern, tail, padding);
    if (order !== null || isDayFirstByForm(pattern)) return;
    if (first > 12) this.dayFirst += 1;
    else if (second > 12) this.monthFirst += 1;
    else if (first !== second) this.ambiguous += 1;
  }

  private decideOrder(): Pick<ColumnDates, 'order'> & { meaning: DateFormat['order'] } {
    const { dayFirst, monthFirst, ambiguous } = this;
    if (dayFirst + monthFirst === 0) return { order: ambiguous > 0 ? 'open' : 'fixed', meaning: null };
    const isMixed = dayFirst > 0 && monthFirst > 0;
    if (dayFirst >= clearMajority * monthFirst)
      return { order: isMixed ? 'mixed' : 'decided', meaning: 'dmy' };
    if (monthFirst >= clearMajority * dayFirst)
      return { order: isMixed ? 'mixed' : 'decided', meaning: 'mdy' };
    return { order: 'mixed', meaning: null };
  }

  decide(): ColumnDates {
    const iso: Form = { pattern: 'yyyy-m-d', tail: '', count: this.isoCount, withZero: 1, withoutZero: 0 };
    const forms = merged([iso, ...this.forms.values()]);
    const { order, meaning } = this.decideOrder();
    return {
      count: this.isoCount + this.count,
      serials: this.forms.get('serial')?.count ?? 0,
      placeholders: this.placeholders,
      format: formatOf(forms[0], meaning),
      order,
      ambiguous: this.ambiguous,
      dayFirst: this.dayFirst,
      monthFirst: this.monthFirst,
      forms: forms.map((form) => ({ pattern: shown(form, meaning), count: form.count })),
    };
  }
}

/** Merges ISO dates from the fast path with those from the slow path. */
function merged(forms: Form[]): Form[] {
  const byKey = new Map<string, Form>();
  for (const form of forms) {
    const key = form.pattern + form.tail;
    const same = byKey.get(key);
    if (same === undefined) {
      byKey.set(key, { ...form });
      continue;
    }
    same.count += form.count;
    same.withZero += form.withZero;
    same.withoutZero += form.withoutZero;
  }
  return [...byKey.values()].filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
}

/** Replaces # with day or month, and pads single digits with a zero if the column does. */
function patternOf({ pattern, withZero, withoutZero }: Form, order: 'dmy' | 'mdy'): string {
  const [first, second] = order === 'dmy' ? ['d', 'm'] : ['m', 'd'];
  const named = pattern.replace('#', first).replace('#', second);
  if (withoutZero > withZero) return named;
  return named.replace(/(?<!d)d(?!d)/, 'dd').replace(/(?<!m)m(?!m)/, 'mm');
}

const orderIn = (form: Form, meaning: DateFormat['order']): DateFormat['order'] =>
  isDayFirstByForm(form.pattern) ? 'dmy' : meaning;

function shown(form: Form, meaning: DateFormat['order']): string {
  const order = orderIn(form, meaning);
  const pattern =
    order === null && form.pattern.includes('#') ? form.pattern : patternOf(form, order ?? 'dmy');
  return pattern + form.tail;
}

function formatOf(form: Form | undefined, meaning: DateFormat['order']): DateFormat | null {
  if (form === undefined) return null;
  const { pattern, tail } = form;
  if (pattern === 'serial') return { pattern, tail: '', order: meaning };
  const order = orderIn(form, meaning);
  if (pattern.includes('#') && order === null) return isoFormat;
  return { pattern: patternOf(form, order ?? 'dmy'), tail, order: meaning };
}
