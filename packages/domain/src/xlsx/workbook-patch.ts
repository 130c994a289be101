import type { MonthLanguage } from '@warranty/contracts/date-format';
import { isBlank } from '../csv/blank.ts';
import { type DateFormat, writeDate } from '../csv/dates.ts';
import { type EnrichPlan, isDateField, type Target } from '../csv/enrich.ts';
import type { EnrichmentValues } from '../csv/enrichment-values.ts';
import { serialOf } from './serial-dates.ts';
import type { PatchedRow, WrittenCell } from './sheet-patcher.ts';
import type { SheetLayout } from './sheet-reader.ts';
import type { StyleTable } from './style-table.ts';

/** A value and where it is written. */
export interface PatchValue {
  column: number;
  /** A date is yyyy-mm-dd. */
  value: string;
  /** Null for a header. */
  target: PatchTarget | null;
}

interface PatchTarget {
  column: number;
  target: Target;
  /** Null if the value is not a date. */
  date: DateWriting | null;
}

interface DateWriting {
  /** For cells that do not show dates yet; null if dates in this column are text or plain numbers. */
  formatId: number | null;
}

export interface WorkbookPatchOptions {
  plan: EnrichPlan;
  layout: SheetLayout;
  /** Null if the sheet has no header: then the new columns have none either. */
  headerLine: number | null;
  styles: StyleTable;
  is1904: boolean;
  /** Whether a column of the file has values. */
  hasValues(column: number): boolean;
}

/** "@": a spreadsheet does not change the text, also after it was edited. */
const textFormatId = 49;

/** How number formats name the language of months. */
const languageCodes: Record<MonthLanguage, string> = {
  ...{ en: '409', de: '407', fr: '40C', it: '410', es: '40A', pt: '416', nl: '413', pl: '415' },
};
const formatParts = /\[\$-([a-z]{2})\]|"[^"]*"|[a-z-]+|[\s\S]/gi;

/** The code of the number format that shows dates like this. */
export function formatCodeOf({ pattern }: DateFormat): string {
  if (pattern === 'serial') return 'yyyy-mm-dd';
  return pattern.replaceAll(formatParts, (part, language?: string) => {
    if (language) return `[$-${languageCodes[language as MonthLanguage]}]`;
    if (part.startsWith('"')) return part;
    return /[a-z-]/i.test(part) ? part.toLowerCase() : `\\${part}`;
  });
}

/** How values are written to a workbook: blank cells in their own style, and columns next to those that are there. */
export function planWorkbookPatch({
  plan,
  layout,
  headerLine,
  styles,
  is1904,
  hasValues,
}: WorkbookPatchOptions) {
  const from = Math.max(plan.width, layout.usedColumns);
  const targets = plan.targets
    .map((target): PatchTarget => {
      const column = target.kind === 'filled' ? target.at : from + target.at - plan.width;
      return { column, target, date: isDateField(target.field) ? { formatId: dateFormatOf(target) } : null };
    })
    // Stable: of two fields in the same column, the first one is written.
    .toSorted((a, b) => a.column - b.column);

  /** Like other dates of the column, if it has some; otherwise as a date, unless its dates are text. */
  function dateFormatOf({ kind, mapped, format }: Target): number | null {
    const likeOthers = styles.formatIdOf(layout.dateStyles[mapped] ?? -1);
    if (likeOthers !== null) return likeOthers;
    const isText = kind === 'filled' && hasValues(mapped);
    return isText ? null : styles.addFormat(formatCodeOf(format));
  }

  function writeDateCell(value: string, { formatId }: DateWriting, format: DateFormat, own: number) {
    const written = writeDate(value, format);
    const serial = serialOf(value, is1904);
    const asText: WrittenCell = { style: own, type: 'text', text: written };
    if (serial === null) return asText;
    if (styles.isDate(own)) return { style: own, type: 'number', text: String(serial) } as const;
    if (formatId === null)
      return format.pattern === 'serial' ? ({ ...asText, type: 'number' } as const) : asText;
    const style = styles.withFormat(own, formatId);
    return style === null ? asText : ({ style, type: 'number', text: String(serial) } as const);
  }

  return {
    /** Where the new columns begin, and their headers. */
    from,
    headers: plan.header.slice(plan.width),

    header(): PatchedRow<PatchValue> | null {
      if (headerLine === null) return null;
      const cells = plan.header
        .slice(plan.width)
        .map((value, index) => ({ column: from + index, value, target: null }));
      return { line: headerLine, cells, isHeader: true };
    },

    /** What is written to a row. Never to a cell that has a value. */
    row(
      { line, cells }: { line: number; cells: readonly string[] },
      answer: EnrichmentValues,
    ): PatchedRow<PatchValue> {
      const written: PatchValue[] = [];
      for (const patched of targets) {
        const { column, target } = patched;
        const value = answer[target.field];
        if (value === undefined || value === null || value === '') continue;
        if (target.kind === 'filled' && !isBlank(cells[target.at] ?? '')) continue;
        if (written.at(-1)?.column === column) continue;
        written.push({ column, value, target: patched });
      }
      return { line, cells: written };
    },

    write({ value, target: patched }: PatchValue, own: number): WrittenCell {
      if (patched === null) return { style: own, type: 'text', text: value };
      const { target, date } = patched;
      if (date) return writeDateCell(value, date, target.format, own);
      const style = target.kind === 'added' ? styles.withFormat(own, textFormatId) : own;
      return { style: style ?? own, type: 'text', text: value };
    },
  };
}

export type WorkbookPatch = ReturnType<typeof planWorkbookPatch>;
