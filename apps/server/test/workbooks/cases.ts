import { readFileSync } from 'node:fs';
import { writeXlsx } from 'hucre/xlsx';
import writeExcelFile from 'write-excel-file/node';
import { buildWorkbook, inline, oneSheet } from './build-workbook.ts';
import { built, cellCases, type WorkbookCase } from './cell-cases.ts';

const twoRows = (head: string, value: string) =>
  `<row r="1">${inline('A1', head)}</row><row r="2">${inline('A2', value)}</row>`;

const sheets: WorkbookCase[] = [
  built(
    'a hidden sheet before the first visible one',
    {
      sheets: [
        { name: 'Hidden', state: 'hidden', rows: twoRows('No', 'no') },
        { name: 'Very hidden', state: 'veryHidden', rows: twoRows('No', 'no') },
        { name: 'Data', rows: twoRows('Serial', '7XK2P93') },
      ],
    },
    [['Serial'], ['7XK2P93']],
  ),
  built(
    'a chosen sheet whose name needs references',
    {
      sheets: [
        { name: 'First', rows: twoRows('No', 'no') },
        { name: 'R&D "new"', rows: twoRows('Serial', '8YZ3Q04') },
      ],
    },
    [['Serial'], ['8YZ3Q04']],
    { sheet: 'R&D "new"' },
  ),
  built(
    'hidden rows, missing rows and missing cells',
    oneSheet(
      `<row r="3">${inline('B3', 'Serial')}${inline('D3', 'Notes')}</row><row r="5" hidden="1">${inline('B5', '7XK2P93')}</row><row r="9">${inline('B9', '8YZ3Q04')}${inline('D9', 'last')}</row>`,
    ),
    [
      ['Column 1', 'Serial', 'Column 3', 'Notes'],
      ['', '7XK2P93', '', ''],
      ['', '8YZ3Q04', '', 'last'],
    ],
    { lines: [5, 9] },
  ),
  built(
    'a merged header',
    {
      sheets: [
        {
          name: 'S',
          rows: `<row r="1">${inline('A1', 'Serial')}<c r="B1" s="0"/>${inline('C1', 'Notes')}</row><row r="2">${inline('A2', '7XK2P93')}${inline('B2', 'x')}${inline('C2', 'y')}</row>`,
          after: '<mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells>',
        },
      ],
    },
    [
      ['Serial', 'Column 2', 'Notes'],
      ['7XK2P93', 'x', 'y'],
    ],
  ),
  built(
    'a header that ends before the columns do',
    oneSheet(
      `<row r="1">${inline('A1', 'Serial')}</row><row r="2">${inline('A2', '7XK2P93')}</row><row r="3">${inline('A3', '8YZ3Q04')}${inline('C3', 'spare')}</row>`,
    ),
    [
      ['Serial', 'Column 2', 'Column 3'],
      ['7XK2P93', '', ''],
      ['8YZ3Q04', '', 'spare'],
    ],
  ),
  built(
    'cells and rows without references',
    oneSheet(
      '<row><c t="inlineStr"><is><t>Serial</t></is></c><c t="inlineStr"><is><t>Cost</t></is></c></row><row><c t="inlineStr"><is><t>7XK2P93</t></is></c><c><v>5</v></c></row>',
    ),
    [
      ['Serial', 'Cost'],
      ['7XK2P93', '5'],
    ],
  ),
  built('strict namespaces', oneSheet(twoRows('Serial', '7XK2P93'), { strict: true }), [
    ['Serial'],
    ['7XK2P93'],
  ]),
  built(
    'prefixed elements',
    oneSheet(`<row r="1">${inline('A1', 'Serial')}</row><row r="2"><c r="A2" t="s"><v>0</v></c></row>`, {
      strings: '<si><t>7XK2P93</t></si>',
      prefix: 'x',
    }),
    [['Serial'], ['7XK2P93']],
  ),
  built('parts in UTF-16', oneSheet(twoRows('Serial', 'Köln 東京'), { encoding: 'utf16le' }), [
    ['Serial'],
    ['Köln 東京'],
  ]),
  built(
    'a list without a header',
    oneSheet(
      ['7XK2P93', '8YZ3Q04', '9AB4R15']
        .map((tag, index) => `<row r="${index + 1}">${inline(`A${index + 1}`, tag)}</row>`)
        .join(''),
    ),
    [['Column 1'], ['7XK2P93'], ['8YZ3Q04'], ['9AB4R15']],
    { lines: [1, 2, 3] },
  ),
  built(
    'blank cells with a style beyond the last column',
    oneSheet(
      `<row r="1">${inline('A1', 'Serial')}<c r="XFD1" s="0"/></row><row r="2">${inline('A2', '7XK2P93')}<c r="XFD2"/></row>`,
    ),
    [['Serial'], ['7XK2P93']],
  ),
  built('a NUL character', oneSheet(twoRows('Serial', '7XK_x0000_2P93')), [['Serial'], ['7XK2P93']], {
    notices: ['Row 2 has a NUL character, which was removed.'],
  }),
];

const manyRows = 200_000;
const large: WorkbookCase = {
  name: '200,000 rows',
  bytes() {
    const rows = Array.from(
      { length: manyRows },
      (_, index) =>
        `<row r="${index + 2}"><c r="A${index + 2}" t="s"><v>${index}</v></c><c r="B${index + 2}" s="1"><v>${40000 + (index % 5000)}</v></c></row>`,
    );
    const strings = Array.from({ length: manyRows }, (_, index) => `<si><t>${tagAt(index)}</t></si>`);
    return buildWorkbook({
      sheets: [
        {
          name: 'S',
          rows: `<row r="1">${inline('A1', 'Serial')}${inline('B1', 'Bought')}</row>${rows.join('')}`,
        },
      ],
      strings: strings.join(''),
      builtIn: [14],
    });
  },
  get cells() {
    const firstDay = Date.UTC(2009, 6, 6);
    return [
      ['Serial', 'Bought'],
      ...Array.from({ length: manyRows }, (_, index) => [
        tagAt(index),
        new Date(firstDay + (index % 5000) * 86_400_000).toISOString().slice(0, 10),
      ]),
    ];
  },
};

const tagAt = (index: number) => `T${index.toString(36).toUpperCase().padStart(6, '0')}`;

const file = (name: string): (() => Uint8Array) => {
  const url = new URL(`./files/${name}.xlsx`, import.meta.url);
  return () => readFileSync(url);
};

const typed = [
  ['Serial Number', 'Purchase Date', 'Checked', 'Stock', 'Cost', 'Active', 'Sum'],
  ['0012345', '2024-02-29', '2024-02-29 13:45:00', '0000123', '0.3', '1', '0.3'],
  ['7XK2P93', '1999-12-31', '', '123456789012345', '1250', '0', 'ab'],
  ['8YZ3Q04', '', '', '', '', '', ''],
];
const exceljs = (stock: string) => [
  ['Serial Number', 'Purchase Date', 'Stock', 'Notes', 'Result'],
  ['0012345', '2024-02-29', stock, 'bold plain', '2'],
  ['1234567890123456', '', 'TRUE', '#N/A', ''],
];
const noResult = ['Row 3 has a formula without a stored result. The cell was read as blank.'];
const day = new Date(Date.UTC(2024, 1, 29));

const byPrograms: WorkbookCase[] = [
  {
    name: 'LibreOffice: text',
    bytes: file('libreoffice-plain'),
    cells: [
      ['Serial Number', 'Owner', 'City', 'Stock'],
      ['7XK2P93', 'Anna Müller', 'Köln', '00123'],
      ['8YZ3Q04', 'Bert "B" <x>', 'München', 'a;b'],
    ],
  },
  {
    name: 'LibreOffice: typed cells',
    bytes: file('libreoffice-typed'),
    sheet: 'Devices',
    cells: typed,
    lines: [2, 3, 5],
  },
  {
    name: 'LibreOffice: the epoch of 1904',
    bytes: file('libreoffice-1904'),
    sheet: 'Devices',
    cells: typed,
    lines: [2, 3, 5],
  },
  {
    name: 'LibreOffice: another sheet',
    bytes: file('libreoffice-typed'),
    sheet: 'Ümläut & Co',
    cells: [['Serial'], ['9AB4R15']],
  },
  {
    name: 'LibreOffice: a merged header',
    bytes: file('libreoffice-merged'),
    cells: [
      ['Serial Number', 'Column 2', 'Notes'],
      ['7XK2P93', 'x', 'twolines'],
    ],
  },
  {
    name: 'exceljs: typed cells',
    bytes: file('exceljs-typed'),
    cells: exceljs('0000123'),
    notices: noResult,
  },
  {
    name: 'exceljs: the epoch of 1904',
    bytes: file('exceljs-1904'),
    cells: exceljs('0000123'),
    notices: noResult,
  },
  // Its streaming writer drops number formats except for dates.
  { name: 'exceljs: streamed', bytes: file('exceljs-stream'), cells: exceljs('123'), notices: noResult },
  {
    name: 'hucre: typed cells',
    bytes: () =>
      writeXlsx({
        sheets: [
          {
            name: 'Devices',
            rows: [
              ['Serial', 'Bought', 'Cost', 'Active'],
              ['0012345', day, 12.5, true],
            ],
          },
        ],
      }),
    cells: [
      ['Serial', 'Bought', 'Cost', 'Active'],
      ['0012345', '2024-02-29', '12.5', 'TRUE'],
    ],
  },
  {
    name: 'hucre: several sheets',
    bytes: () =>
      writeXlsx({
        sheets: [
          { name: 'A', rows: [['Serial'], ['7XK2P93']] },
          { name: 'B', rows: [['Serial'], ['8YZ3Q04']] },
        ],
      }),
    sheet: 'B',
    cells: [['Serial'], ['8YZ3Q04']],
  },
  {
    name: 'write-excel-file: typed cells',
    bytes: () =>
      writeExcelFile([
        [{ value: 'Serial' }, { value: 'Bought' }, { value: 'Cost' }],
        [
          { value: '0012345', type: String },
          { value: day, type: Date, format: 'dd.mm.yyyy' },
          { value: 12.5, type: Number },
        ],
      ]).toBuffer(),
    cells: [
      ['Serial', 'Bought', 'Cost'],
      ['0012345', '2024-02-29', '12.5'],
    ],
  },
];

export const workbookCases: readonly WorkbookCase[] = [...cellCases, ...sheets, ...byPrograms, large];
