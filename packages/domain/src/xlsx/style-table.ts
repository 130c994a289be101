import type { Styles } from './styles.ts';

/** As many as spreadsheet programs allow. */
const maxStyles = 65_490;

/** A style of the file with another number format. */
export interface StyleVariant {
  base: number;
  formatId: number;
}

export interface StyleAdditions {
  /** Codes of new number formats; the first has the number `firstFormatId`. */
  formats: readonly string[];
  firstFormatId: number;
  variants: readonly StyleVariant[];
}

export type StyleTable = ReturnType<typeof createStyleTable>;

/** Finds styles that look like others and show their numbers in another way. Those that the file lacks are to be added to it. */
export function createStyleTable({ formats, formatIds, freeFormatId }: Styles) {
  const codes: string[] = [];
  const variants: StyleVariant[] = [];
  const found = new Map<number, Map<number, number>>();

  function addVariant(base: number, formatId: number): number | null {
    const style = formatIds.length + variants.length;
    if (style >= maxStyles) return null;
    variants.push({ base, formatId });
    return style;
  }

  return {
    isDate: (style: number): boolean => formats[style]?.kind === 'date',
    formatIdOf: (style: number): number | null => formatIds[style] ?? null,

    /** The number of a format with this code. */
    addFormat(code: string): number {
      const known = codes.indexOf(code);
      return freeFormatId + (known < 0 ? codes.push(code) - 1 : known);
    },

    /** Null if the file has no styles, or no room for another one. */
    withFormat(style: number, formatId: number): number | null {
      if (formatIds.length === 0) return null;
      if (formatIds[style] === formatId) return style;
      const byFormat = found.get(formatId) ?? new Map<number, number>();
      found.set(formatId, byFormat);
      const variant = byFormat.get(style) ?? addVariant(style, formatId);
      if (variant !== null) byFormat.set(style, variant);
      return variant;
    },

    /** What the styles found so far need. */
    additions: (): StyleAdditions => ({
      formats: variants.length > 0 ? codes : [],
      firstFormatId: freeFormatId,
      variants,
    }),
  };
}
