import { type BuiltEntry, buildZip } from './build-zip.ts';

// Workbooks in the shape in which Excel writes them, with a sheet of devices. Traits change them: each adds something that must
// survive when results are added.

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';

export interface Cell {
  ref: string;
  xml: string;
}

/** A workbook while it is composed. */
export interface Draft {
  /** Lines and the XML of their cells, in order. */
  rows: { line: number; attributes: string; cells: Cell[] }[];
  strings: string[];
  is1904: boolean;
  /** Between the start of the sheet and its rows, without column definitions. */
  dimension: string;
  before: string;
  cols: string;
  /** After the rows. */
  after: string;
  relations: { id: string; type: string; target: string; external?: boolean }[];
  contentTypes: { part: string; type: string }[];
  otherSheets: { name: string; state: string; xml: string }[];
  /** Inside of `workbook`, before and after `sheets`. */
  workbookBefore: string;
  workbookAfter: string;
  workbookRelations: { id: string; type: string; target: string }[];
  numFmts: string;
  xfs: string[];
  dxfs: string;
  parts: BuiltEntry[];
  rootRelations: { id: string; type: string; target: string }[];
  /** The last changes to the text of the sheet, the styles and the entries. */
  sheetText: ((xml: string) => string | Buffer)[];
  stylesText: ((xml: string) => string)[];
  entries: ((entries: BuiltEntry[]) => BuiltEntry[])[];
}

export type Trait = (draft: Draft) => void;

/** Styles of the sheet of devices, by their index. */
export const style = { plain: 0, header: 1, date: 2, price: 3, text: 4, filled: 5, german: 6 } as const;

const xfs = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1"><alignment horizontal="center" vertical="center" wrapText="1"/></xf>',
  '<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>',
  '<xf numFmtId="0" fontId="0" fillId="2" borderId="1" xfId="0" applyFill="1" applyBorder="1"><protection locked="0"/></xf>',
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
];

const stylesXml = ({ numFmts, xfs: all, dxfs }: Draft) =>
  `${declaration}<styleSheet xmlns="${main}">${numFmts}` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font></fonts>' +
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF1F4E78"/><bgColor indexed="64"/></patternFill></fill></fills>' +
  '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left style="thin"><color auto="1"/></left><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  `<cellXfs count="${all.length}">${all.join('')}</cellXfs>` +
  `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>${dxfs}<tableStyles count="0"/></styleSheet>`;

/** Columns: Serial, Manufacturer, Model, End, Bought, Price, Notes. Ends and dates of purchase are blank in some rows. */
export const headers = ['Serial', 'Manufacturer', 'Model', 'End', 'Bought', 'Price', 'Notes'];
export const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
export const fleetMapping = {
  modelNumber: 'Serial',
  manufacturer: 'Manufacturer',
  deviceModel: 'Model',
  endDate: 'End',
  purchaseDate: 'Bought',
};

const deviceCount = 12;
/** Known to the simulated vendors. */
export const serialAt = (index: number) => `B${String(index + 3).padStart(6, '0')}`;

export const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A shared text. */
export function shared(draft: Draft, ref: string, text: string, s = 0): Cell {
  const space = text.trim() === text ? '' : ' xml:space="preserve"';
  const index = draft.strings.push(`<si><t${space}>${escapeXml(text)}</t></si>`) - 1;
  return { ref, xml: `<c r="${ref}"${s > 0 ? ` s="${s}"` : ''} t="s"><v>${index}</v></c>` };
}

export const numeric = (ref: string, value: number | string, s = 0): Cell => ({
  ref,
  xml: `<c r="${ref}"${s > 0 ? ` s="${s}"` : ''}><v>${value}</v></c>`,
});

export const blank = (ref: string, s: number): Cell => ({ ref, xml: `<c r="${ref}" s="${s}"/>` });

export function replaceCell(draft: Draft, cell: Cell): void {
  const line = Number(cell.ref.replace(/^[A-Z]+/, ''));
  const row = draft.rows.find((each) => each.line === line);
  if (!row) throw new Error(`no row for ${cell.ref}`);
  row.cells = [...row.cells.filter(({ ref }) => ref !== cell.ref), cell].toSorted(
    (a, b) => columnIndex(a.ref) - columnIndex(b.ref),
  );
}

export function columnIndex(ref: string): number {
  let index = 0;
  for (const letter of ref.replace(/\d+$/, '')) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

function deviceRow(draft: Draft, index: number): Draft['rows'][number] {
  const line = index + 2;
  const cells = [
    shared(draft, `A${line}`, serialAt(index), style.text),
    ...(index % 5 === 4 ? [] : [shared(draft, `B${line}`, 'Dell')]),
    shared(draft, `C${line}`, `Latitude ${5000 + index}`),
  ];
  // A date, a blank cell in the style of a date, or no cell at all.
  if (index % 3 === 0) cells.push(numeric(`D${line}`, 45_000 + index, style.german));
  if (index % 3 === 1) cells.push(blank(`D${line}`, style.german));
  if (index % 4 === 0) cells.push(numeric(`E${line}`, 44_000 + index, style.date));
  if (index % 4 === 1) cells.push(blank(`E${line}`, style.filled));
  cells.push(numeric(`F${line}`, `${500 + index}.25`, style.price));
  if (index % 2 === 0) cells.push(shared(draft, `G${line}`, index === 4 ? ' two  spaces ' : 'Ümläut & <b>'));
  return { line, attributes: ` r="${line}" spans="1:7"`, cells };
}

function newDraft(): Draft {
  const draft: Draft = {
    ...{ rows: [], strings: [], is1904: false, before: '', cols: '', after: '' },
    dimension: `<dimension ref="A1:G${deviceCount + 1}"/>`,
    ...{ relations: [], contentTypes: [], otherSheets: [], workbookBefore: '', workbookAfter: '' },
    numFmts:
      '<numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.00\\ &quot;€&quot;"/><numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy"/></numFmts>',
    ...{ workbookRelations: [], xfs: [...xfs], dxfs: '<dxfs count="0"/>', parts: [], rootRelations: [] },
    ...{ sheetText: [], stylesText: [], entries: [] },
  };
  const header = headers.map((name, index) => shared(draft, `${letters[index]}1`, name, style.header));
  draft.rows.push({ line: 1, attributes: ' r="1" spans="1:7" ht="30" customHeight="1"', cells: header });
  for (let index = 0; index < deviceCount; index += 1) draft.rows.push(deviceRow(draft, index));
  return draft;
}

const relationsXml = (relations: Draft['relations']) =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${relations
    .map(
      ({ id, type, target, external }) =>
        `<Relationship Id="${id}" Type="${type.includes('/') ? type : `${office}/${type}`}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

function sheetXml(draft: Draft): string {
  const rows = draft.rows.map(({ attributes, cells }) =>
    cells.length === 0
      ? `<row${attributes}/>`
      : `<row${attributes}>${cells.map(({ xml }) => xml).join('')}</row>`,
  );
  return `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}">${draft.dimension}${draft.before}${draft.cols}<sheetData>${rows.join('')}</sheetData>${draft.after}</worksheet>`;
}

function workbookXml({ otherSheets, is1904, workbookBefore, workbookAfter }: Draft): string {
  const others = otherSheets.map(
    ({ name, state }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 2}"${state} r:id="rId${index + 2}"/>`,
  );
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${is1904 ? ' date1904="1"' : ''}/>${workbookBefore}<sheets><sheet name="Devices" sheetId="1" r:id="rId1"/>${others.join('')}</sheets>${workbookAfter}</workbook>`;
}

function contentTypesXml({ otherSheets, contentTypes }: Draft): string {
  const overrides = [
    { part: '/xl/workbook.xml', type: `${types}.sheet.main+xml` },
    { part: '/xl/styles.xml', type: `${types}.styles+xml` },
    { part: '/xl/sharedStrings.xml', type: `${types}.sharedStrings+xml` },
    ...['Devices', ...otherSheets].map((_, index) => ({
      part: `/xl/worksheets/sheet${index + 1}.xml`,
      type: `${types}.worksheet+xml`,
    })),
    ...contentTypes,
  ];
  return `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>${overrides.map(({ part, type }) => `<Override PartName="${part}" ContentType="${type}"/>`).join('')}</Types>`;
}

function entriesOf(draft: Draft): BuiltEntry[] {
  const { otherSheets, strings, relations, workbookRelations, rootRelations, parts } = draft;
  const sheetRelations = [1, ...otherSheets.map((_, index) => index + 2)].map((number) => ({
    ...{ id: `rId${number}`, type: 'worksheet', target: `worksheets/sheet${number}.xml` },
  }));
  const changed = <T extends string | Buffer>(text: string, changes: ((xml: string) => T)[]) =>
    changes.reduce<string | Buffer>((xml, change) => change(String(xml)), text);
  return [
    { name: '[Content_Types].xml', content: contentTypesXml(draft) },
    {
      name: '_rels/.rels',
      content: relationsXml([
        { id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' },
        ...rootRelations,
      ]),
    },
    { name: 'xl/workbook.xml', content: workbookXml(draft) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationsXml([
        ...sheetRelations,
        { id: 'rId101', type: 'styles', target: 'styles.xml' },
        { id: 'rId102', type: 'sharedStrings', target: 'sharedStrings.xml' },
        ...workbookRelations,
      ]),
    },
    { name: 'xl/worksheets/sheet1.xml', content: changed(sheetXml(draft), draft.sheetText) },
    ...otherSheets.map(({ xml }, index) => ({
      name: `xl/worksheets/sheet${index + 2}.xml`,
      content: `${declaration}<worksheet xmlns="${main}" xmlns:r="${office}">${xml}</worksheet>`,
    })),
    ...(relations.length > 0
      ? [{ name: 'xl/worksheets/_rels/sheet1.xml.rels', content: relationsXml(relations) }]
      : []),
    { name: 'xl/styles.xml', content: changed(stylesXml(draft), draft.stylesText) },
    {
      name: 'xl/sharedStrings.xml',
      content: `${declaration}<sst xmlns="${main}" count="${strings.length}" uniqueCount="${strings.length}">${strings.join('')}</sst>`,
    },
    ...parts,
  ];
}

/** A workbook with 12 devices and these traits. */
export function fleetWorkbook(traits: readonly Trait[]): Buffer {
  const draft = newDraft();
  for (const trait of traits) trait(draft);
  const entries = draft.entries.reduce((all, change) => change(all), entriesOf(draft));
  return Buffer.from(buildZip(entries));
}
