import { getOrMake } from '../memoize.ts';
import { builtInFormat, type NumberFormat, parseFormatCode, plainFormat } from './number-formats.ts';
import type { Package } from './package.ts';
import { refuse } from './workbook-error.ts';
import { attributesOf } from './xml-scanner.ts';

/** Spreadsheet programs allow 65,490 styles and a few hundred formats. */
const maxStyles = 65_536;
const maxFormats = 4096;

/** What the styles of a workbook say about numbers, by the style index of a cell. */
export interface Styles {
  formats: readonly NumberFormat[];
  /** The number of each format in the file. */
  formatIds: readonly number[];
  /** A number that no format of the file has. */
  freeFormatId: number;
}

/** Lower numbers are built in. */
const firstCustomFormat = 164;

export async function readStyles(parts: Package, path: string): Promise<Styles> {
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
  const known = new Map<number, NumberFormat>();
  const formats = ids.map((id) =>
    getOrMake(known, id, () => {
      const code = codes.get(id);
      return code === undefined ? builtInFormat(id) : parseFormatCode(code);
    }),
  );
  const lastFormatId = Math.max(firstCustomFormat - 1, ...[...codes.keys()].filter(Number.isInteger));
  return { formats, formatIds: ids, freeFormatId: lastFormatId + 1 };
}

export const noStyles: Styles = { formats: [plainFormat], formatIds: [], freeFormatId: firstCustomFormat };
