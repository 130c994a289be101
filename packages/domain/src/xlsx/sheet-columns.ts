import { maxColumns } from './cell-reference.ts';
import { asEmpty, attributeIn, withAttribute } from './tag-text.ts';

/** Columns next to those of a sheet. */
export interface AddedColumns {
  /** Zero-based. */
  from: number;
  widths: readonly number[];
}

/**
 * Adds the widths of new columns to the definitions of a sheet, which must be in order and must not overlap. A definition often reaches
 * to the end of the sheet: it is divided, and the new columns are visible even if the columns that were there are hidden.
 */
export function createColumnDefinitions({ from, widths }: AddedColumns, prefix: string) {
  const last = from + widths.length;
  const styled: { min: number; max: number; style: number }[] = [];
  /** The next column to write. Here and in files, the first column is 1. */
  let next = from + 1;

  function added(until: number, style = 0): string {
    let xml = '';
    for (; next <= until; next += 1) {
      const width = widths[next - from - 1];
      xml += `<${prefix}col min="${next}" max="${next}" width="${width}" customWidth="1"${style > 0 ? ` style="${style}"` : ''}/>`;
    }
    return xml;
  }

  const part = (tag: string, min: number, max: number) =>
    min > max ? '' : withAttribute(withAttribute(tag, 'min', min), 'max', max);

  const found = new Map<number, number>();
  /** Asked for few columns, but for each of their cells. */
  function styleOf(column: number): number {
    const known =
      found.get(column) ?? styled.find(({ min, max }) => column >= min - 1 && column < max)?.style ?? 0;
    found.set(column, known);
    return known;
  }

  return {
    /** The definitions to write instead of one of the file. */
    take(text: string): string {
      const tag = asEmpty(text);
      const [min, max, style] = ['min', 'max', 'style'].map((name) => Number(attributeIn(tag, name)));
      if (!min || !max) return tag;
      if (style && styled.length < maxColumns) styled.push({ min, max, style });
      if (max < next || next > last) return tag;
      if (min > last) return added(last) + tag;
      const before = part(tag, min, next - 1) + added(min - 1);
      return before + added(Math.min(max, last), style) + part(tag, last + 1, max);
    },

    rest: () => added(last),

    /** Of cells that are not in the file, by their zero-based column. */
    styleOf,
  };
}
