import { type BuiltEntry, buildZip } from '../../../../harness/workbooks/build-zip.ts';

// Builds workbooks from raw XML, so that tests can have every form that a program may write, and some that none should.

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

/** A workbook with one sheet of these rows, as XML. */
export const oneSheet = (rows: string, more: Partial<BuiltWorkbook> = {}): BuiltWorkbook => ({
  sheets: [{ name: 'S', rows }],
  ...more,
});

/** A sheet with a header of this name and one cell below it, as XML. */
export const oneCell = (cell: string, title = 'Value'): BuiltSheet => ({
  name: 'Sheet1',
  rows: `<row r="1">${inline('A1', title)}</row><row r="2">${cell}</row>`,
});
