import { builtInFormat, type NumberFormat, parseFormatCode, plainFormat } from './number-formats.ts';
import type { Package } from './package.ts';
import { refuse } from './workbook-error.ts';
import { attributesOf } from './xml-scanner.ts';

/** Spreadsheet programs allow 65,490 styles and a few hundred formats. */
const maxStyles = 65_536;
const maxFormats = 4096;

/** The number formats of a workbook, by the style index of a cell. */
export async function readStyles(parts: Package, path: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const ids: number[] = [];
  await parts.elements(path, (name, tag, parents) => {
    const parent = parents.at(-1);
    if (name === 'numFmt' && parent === 'numFmts') {
      if (codes.size >= maxFormats) refuse('lists');
      const attributes = attributesOf(tag);
      codes.set(Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? '');
    }
    if (name === 'xf' && parent === 'cellXfs') {
      if (ids.length >= maxStyles) refuse('lists');
      ids.push(Number(attributesOf(tag).get('numFmtId') ?? 0));
    }
  });
  const formats = new Map<number, NumberFormat>();
  return ids.map((id) => {
    const code = codes.get(id);
    const format = formats.get(id) ?? (code === undefined ? builtInFormat(id) : parseFormatCode(code));
    formats.set(id, format);
    return format;
  });
}

export const noStyles: readonly NumberFormat[] = [plainFormat];
