import { crc32, deflateRawSync } from 'node:zlib';

// Builds workbooks from raw XML, so that tests can have every form that a program may write, and some that none should.

interface BuiltEntry {
  name: string;
  content: string | Uint8Array;
  stored?: boolean;
  /** Instead of the real ones. */
  crc?: number;
  flags?: number;
}

const header = (signature: number, size: number) => {
  const bytes = Buffer.alloc(size);
  bytes.writeUInt32LE(signature);
  return bytes;
};

export function buildZip(entries: readonly BuiltEntry[]): Uint8Array {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, stored = false, crc, flags = 0 } of entries) {
    const bytes = Buffer.from(content as string);
    const data = stored ? bytes : deflateRawSync(bytes);
    const path = Buffer.from(name);
    const local = header(0x04034b50, 30);
    const central = header(0x02014b50, 46);
    for (const [fields, at] of [[local, 4] as const, [central, 6] as const]) {
      fields.writeUInt16LE(20, at);
      fields.writeUInt16LE(flags, at + 2);
      fields.writeUInt16LE(stored ? 0 : 8, at + 4);
      fields.writeUInt32LE(crc ?? crc32(bytes), at + 10);
      fields.writeUInt32LE(data.length, at + 14);
      fields.writeUInt32LE(bytes.length, at + 18);
      fields.writeUInt16LE(path.length, at + 22);
    }
    central.writeUInt32LE(offset, 42);
    parts.push(local, path, data);
    directory.push(central, path);
    offset += local.length + path.length + data.length;
  }
  const end = header(0x06054b50, 22);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]));
}

interface BuiltSheet {
  name: string;
  /** The rows, as XML. */
  rows: string;
  state?: 'hidden' | 'veryHidden';
  /** After the rows. */
  after?: string;
}

export interface BuiltWorkbook {
  sheets: readonly BuiltSheet[];
  /** The `si` elements. */
  strings?: string;
  /** Codes of number formats. The style with index 1 has the first of them; index 0 has none. */
  formats?: readonly string[];
  /** Numbers of built-in formats, which follow the others. */
  builtIn?: readonly number[];
  is1904?: boolean;
  strict?: boolean;
  /** For all elements of the sheets and texts. */
  prefix?: string;
  encoding?: BufferEncoding;
  extra?: readonly BuiltEntry[];
  contentTypes?: string;
}

const transitional = {
  main: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  office: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
};
const strictNames = {
  main: 'http://purl.oclc.org/ooxml/spreadsheetml/main',
  office: 'http://purl.oclc.org/ooxml/officeDocument/relationships',
};

const withPrefix = (xml: string, prefix: string) =>
  prefix === '' ? xml : xml.replaceAll(/<(\/?)(?=[a-zA-Z])/g, `<$1${prefix}:`);

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function stylesXml({ formats = [], builtIn = [] }: BuiltWorkbook): string {
  const codes = formats.map(
    (code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`,
  );
  const ids = [0, ...formats.map((_, index) => 164 + index), ...builtIn];
  const styles = ids.map((id) => `<xf numFmtId="${id}" applyNumberFormat="1"/>`);
  // Only the second list counts; the first describes named styles.
  return `<styleSheet><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles.join('')}</cellXfs></styleSheet>`;
}

export function buildWorkbook(book: BuiltWorkbook): Uint8Array {
  const { sheets, strings, is1904 = false, strict = false, prefix = '', encoding, extra = [] } = book;
  const { main, office } = strict ? strictNames : transitional;
  const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<!-- made by a test -->\n';
  const xmlns = prefix === '' ? `xmlns="${main}"` : `xmlns:${prefix}="${main}"`;
  const part = (xml: string) => {
    const root = /^<(\w+)/.exec(xml)?.[1] ?? '';
    const text = declaration + withPrefix(xml.replace(`<${root}`, `<${root} ${xmlns}`), prefix);
    return encoding ? Buffer.from(`\uFEFF${text}`, encoding) : text;
  };
  const relations = (targets: readonly [string, string][]) =>
    `${declaration}<Relationships>${targets.map(([type, target], index) => `<Relationship Id="r${index}" Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`;
  const sheetTags = sheets.map(
    ({ name, state }, index) =>
      `<sheet name="${escaped(name)}" sheetId="${index + 1}" ${state ? `state="${state}" ` : ''}rel:id="r${index}"/>`,
  );
  return buildZip([
    { name: '[Content_Types].xml', content: `<Types>${book.contentTypes ?? ''}</Types>` },
    { name: '_rels/.rels', content: relations([['officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${main}" xmlns:rel="${office}"><workbookPr date1904="${is1904 ? 1 : 0}"/><sheets>${sheetTags.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations([
        ...sheets.map((_, index): [string, string] => ['worksheet', `worksheets/sheet${index + 1}.xml`]),
        ['styles', '/xl/styles.xml'],
        ...(strings === undefined ? [] : [['sharedStrings', 'sharedStrings.xml'] as [string, string]]),
      ]),
    },
    ...sheets.map(({ rows, after = '' }, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content: part(`<worksheet><sheetData>${rows}</sheetData>${after}</worksheet>`),
    })),
    { name: 'xl/styles.xml', content: part(stylesXml(book)) },
    ...(strings === undefined
      ? []
      : [{ name: 'xl/sharedStrings.xml', content: part(`<sst>${strings}</sst>`) }]),
    ...extra,
  ]);
}

export const inline = (reference: string, text: string): string =>
  `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** A sheet with a header of this name and one cell below it, as XML. */
export const oneCell = (cell: string, title = 'Value'): BuiltSheet => ({
  name: 'Sheet1',
  rows: `<row r="1">${inline('A1', title)}</row><row r="2">${cell}</row>`,
});
