import { inflateRawSync } from 'node:zlib';

// Reads archives and sheets in a way of its own, so that a mistake of the product is not repeated here.

/** The parts of an archive, inflated. */
export function unzip(archive: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(archive);
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'));
  const parts = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((each) =>
      bytes.readUInt16LE(at + each),
    );
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
    parts.set(name, bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(data) : data);
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return parts;
}

/** As text, with a character for each byte unless it is UTF-16. */
export const textOf = (part: Buffer): string =>
  part[0] === 0xff && part[1] === 0xfe ? part.toString('utf16le') : part.toString('latin1');

export interface RawCell {
  line: number;
  column: number;
  /** The element as it is written. */
  xml: string;
  style: number;
  type: string;
  isBlank: boolean;
}

export interface RawSheet {
  /** Before and after the rows. */
  before: string;
  after: string;
  rows: { line: number; tag: string; cells: RawCell[] }[];
}

const token = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<[^>]*>|[^<]+/g;

const attribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(tag)?.[1];

function columnOf(reference: string): number {
  const letters = /^[A-Z]+/.exec(reference)?.[0] ?? '';
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** A sheet, by its tags. */
export function parseSheet(text: string): RawSheet {
  const sheet: RawSheet = { before: '', after: '', rows: [] };
  let place: 'before' | 'rows' | 'after' = 'before';
  let cell: RawCell | null = null;
  let column = -1;
  let line = 0;
  for (const [part] of text.matchAll(token)) {
    const [, slash, name = '', empty] = /^<(\/?)(?:\w+:)?(\w+)[\s\S]*?(\/?)>$/.exec(part) ?? [];
    const isTag = /^<[\w/]/.test(part);
    if (place === 'rows' && isTag && slash && name === 'sheetData') place = 'after';
    if (place !== 'rows') sheet[place] += part;
    if (place === 'before' && isTag && name === 'sheetData') place = 'rows';
    else if (place === 'rows' && isTag && name === 'row' && !slash) {
      line = Number(attribute(part, 'r') ?? line + 1);
      column = -1;
      sheet.rows.push({ line, tag: part, cells: [] });
    } else if (place === 'rows' && isTag && name === 'c' && !slash) {
      const reference = attribute(part, 'r');
      column = reference === undefined ? column + 1 : columnOf(reference);
      cell = {
        line,
        column,
        xml: part,
        style: Number(attribute(part, 's') ?? 0),
        type: attribute(part, 't') ?? 'n',
        isBlank: true,
      };
      sheet.rows.at(-1)?.cells.push(cell);
      if (empty) cell = null;
    } else if (cell) {
      cell.xml += part;
      const isValue = isTag ? !slash && name === 'f' : part.trim() !== '';
      if (isValue) cell.isBlank = false;
      if (isTag && slash && name === 'c') cell = null;
    }
  }
  return sheet;
}

/** The styles of cells, and everything else without number formats. */
export function parseStyles(text: string): { xfs: string[]; rest: string } {
  const list = /(<(?:\w+:)?cellXfs[^>]*>)([\s\S]*?)(<\/(?:\w+:)?cellXfs>)/.exec(text);
  const xfs = (list?.[2] ?? '').match(/<(?:\w+:)?xf\b[^>]*?(?:\/>|>[\s\S]*?<\/(?:\w+:)?xf>)/g) ?? [];
  const rest = text.replace(list?.[0] ?? '', '').replace(/<(?:\w+:)?numFmts[\s\S]*?<\/(?:\w+:)?numFmts>/, '');
  return { xfs: [...xfs], rest };
}
