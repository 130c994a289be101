import { type MonthLanguage, monthLanguages } from '@warranty/contracts/date-format';
import type { DateCell } from './date-cell.ts';
import { type DateFormat, isDayFirstByForm, isoFormat, withLanguage } from './dates.ts';

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
  /** How many of its month names each language has, in the order of `monthLanguages`. */
  named: number[];
}

const newForm = (pattern: string, tail: string): Form => ({
  ...{ pattern, tail, count: 0, withZero: 0, withoutZero: 0 },
  named: monthLanguages.map(() => 0),
});

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

  addForm(
    pattern: string,
    tail = '',
    padding: DateCell['padding'] = 'unseen',
    languages: readonly MonthLanguage[] = [],
  ): void {
    this.count += 1;
    const key = tail === '' ? pattern : `${pattern}${tail}`;
    let form = this.forms.get(key);
    if (form === undefined) {
      if (this.forms.size >= maxForms) return;
      form = newForm(pattern, tail);
      this.forms.set(key, form);
    }
    form.count += 1;
    if (padding === 'zero') form.withZero += 1;
    else if (padding === 'none') form.withoutZero += 1;
    for (const language of languages) addAt(form.named, monthLanguages.indexOf(language), 1);
  }

  add({ pattern, tail, padding, languages, order, first, second }: DateCell): void {
    this.addForm(pattern, tail, padding, languages);
    if (order !== null || isDayFirstByForm(pattern)) return;
    if (first > 12) this.dayFirst += 1;
    else if (second > 12) this.monthFirst += 1;
    else if (first !== second) this.ambiguous += 1;
  }

  private decideOrder(): Pick<ColumnDates, 'order'> & { meaning: DateFormat['order'] } {
    const { dayFirst, monthFirst, ambiguous } = this;
    if (dayFirst + monthFirst === 0) return { order: ambiguous > 0 ? 'open' : 'fixed', meaning: null };
    const order = dayFirst > 0 && monthFirst > 0 ? 'mixed' : 'decided';
    if (dayFirst >= clearMajority * monthFirst) return { order, meaning: 'dmy' };
    if (monthFirst >= clearMajority * dayFirst) return { order, meaning: 'mdy' };
    return { order: 'mixed', meaning: null };
  }

  decide(): ColumnDates {
    const iso: Form = { ...newForm('yyyy-m-d', ''), count: this.isoCount, withZero: 1 };
    const forms = merged(withNameLengths([iso, ...this.forms.values()]));
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

const addAt = (counts: number[], at: number, more: number) => {
  counts[at] = (counts[at] ?? 0) + more;
};

const nameLengths = ['mmmm', 'mmm', 'mmm.'] as const;

/** A column that has only names such as May has the shorter format; otherwise its other dates show the length. */
function withNameLengths(forms: readonly Form[]): Form[] {
  const countOf = (pattern: string, tail: string) =>
    forms.find((form) => form.pattern === pattern && form.tail === tail)?.count ?? 0;
  return forms.map((form) => {
    if (!form.pattern.includes('@')) return form;
    const seen = nameLengths
      .map((token) => form.pattern.replace('@', token))
      .map((pattern) => ({ pattern, count: countOf(pattern, form.tail) }))
      .toSorted((a, b) => b.count - a.count)[0];
    return { ...form, pattern: seen?.count ? seen.pattern : form.pattern.replace('@', 'mmm') };
  });
}

/** Merges dates of the same format: ISO dates from the fast path, and names that are not abbreviated. */
function merged(forms: readonly Form[]): Form[] {
  const byKey = new Map<string, Form>();
  for (const form of forms) {
    const key = form.pattern + form.tail;
    const same = byKey.get(key);
    if (same === undefined) {
      byKey.set(key, { ...form, named: [...form.named] });
      continue;
    }
    same.count += form.count;
    same.withZero += form.withZero;
    same.withoutZero += form.withoutZero;
    for (const [at, more] of form.named.entries()) addAt(same.named, at, more);
  }
  return [...byKey.values()].filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
}

/** The language that has most of the names; English if none has more. */
function languageOf({ named }: Form): MonthLanguage {
  return monthLanguages[named.indexOf(Math.max(...named))] ?? 'en';
}

/** Replaces # with day or month, and pads single digits with a zero if the column does. */
function patternOf(form: Form, order: 'dmy' | 'mdy'): string {
  const { pattern, withZero, withoutZero } = form;
  const [first, second] = order === 'dmy' ? ['d', 'm'] : ['m', 'd'];
  const numbered = pattern.replace('#', first).replace('#', second);
  const padded = withoutZero > withZero ? numbered : withZeros(numbered);
  return withLanguage(padded, languageOf(form));
}

const withZeros = (pattern: string): string =>
  pattern.replace(/(?<!d)d(?!d)/, 'dd').replace(/(?<!m)m(?!m)/, 'mm');

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
