import { columnLetters } from './cell-reference.ts';
import { escapeText, hasOuterSpace } from './written-text.ts';

const maxWidth = 60;
const minWidth = 9;
/** Space next to the text, in characters. */
const padding = 2;

/** Wide enough for the longest of the given cells, within limits. */
export function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const cells of rows)
    for (const [index, cell] of cells.entries())
      widths[index] = Math.max(widths[index] ?? minWidth, Math.min(maxWidth, cell.length + padding));
  return widths;
}

/** Indexes of the styles in `workbookParts`. */
const textStyle = 1;
const headerStyle = 2;

const sheetStart =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">';
const frozenRow =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/**
 * Writes every cell as text: a spreadsheet neither runs it as a formula nor changes it as a number or date. Cells therefore
 * need no apostrophe. The format of the cells is text as well, so that editing them does not convert them.
 */
export function createSheetWriter({ hasHeader }: { hasHeader: boolean }) {
  const letters: string[] = [];
  let line = 0;
  return {
    /** `first` are the rows that decide the widths of the columns, including the header. */
    start(first: readonly (readonly string[])[]): string {
      const widths = columnWidths(first)
        .map(
          (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
        )
        .join('');
      return `${sheetStart}${hasHeader ? frozenRow : ''}${widths && `<cols>${widths}</cols>`}<sheetData>`;
    },
    row(cells: readonly string[]): string {
      line += 1;
      const style = hasHeader && line === 1 ? headerStyle : textStyle;
      let text = `<row r="${line}">`;
      for (let index = 0; index < cells.length; index += 1) {
        const cell = cells[index] as string;
        if (cell === '') continue;
        letters[index] ??= columnLetters(index);
        const space = hasOuterSpace(cell) ? ' xml:space="preserve"' : '';
        text += `<c r="${letters[index]}${line}" s="${style}" t="inlineStr"><is><t${space}>${escapeText(cell)}</t></is></c>`;
      }
      return `${text}</row>`;
    },
    end: () => '</sheetData></worksheet>',
  };
}
