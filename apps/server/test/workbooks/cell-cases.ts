import { type BuiltWorkbook, buildWorkbook, inline, oneCell, oneSheet } from './build-workbook.ts';

export interface WorkbookCase {
  name: string;
  bytes: () => Uint8Array | Promise<Uint8Array>;
  sheet?: string;
  /** The names of the columns, then every row. */
  cells: string[][];
  /** Of the rows, if they are not 2, 3, 4... */
  lines?: number[];
  notices?: string[];
}

export const built = (
  name: string,
  book: BuiltWorkbook,
  cells: string[][],
  more: Partial<WorkbookCase> = {},
): WorkbookCase => ({ name, bytes: () => buildWorkbook(book), cells, ...more });

/** One cell with a number format. */
const formatted = (name: string, format: string | number, value: string, cell: string, is1904 = false) =>
  built(
    name,
    {
      sheets: [oneCell(`<c r="A2" s="1"><v>${value}</v></c>`)],
      is1904,
      ...(typeof format === 'string' ? { formats: [format] } : { builtIn: [format] }),
    },
    [['Value'], [cell]],
  );

const plain = (name: string, xml: string, cell: string, more: Partial<BuiltWorkbook> = {}) =>
  built(name, { sheets: [oneCell(xml)], ...more }, [['Value'], [cell]]);

const dates: WorkbookCase[] = [
  formatted('a date by a built-in format', 14, '45351', '2024-02-29'),
  formatted('the first day', 14, '1', '1900-01-01'),
  formatted('the day before the day that never was', 14, '59', '1900-02-28'),
  formatted('the day that never was', 14, '60', '1900-02-29'),
  formatted('the day after the day that never was', 14, '61', '1900-03-01'),
  formatted('the last day', 14, '2958465', '9999-12-31'),
  formatted('a number too large for a date', 14, '2958466', '2958466'),
  formatted('a negative date', 14, '-1', '-1'),
  formatted('a date since 1904', 14, '43889', '2024-02-29', true),
  formatted('the first day since 1904', 14, '0', '1904-01-01', true),
  formatted('a date with a time', 22, '45351.572916666664', '2024-02-29 13:45:00'),
  formatted('a time that rounds up to the next day', 22, '45351.999999', '2024-03-01'),
  formatted('a time', 21, '0.5', '12:00:00'),
  formatted('a duration', '[h]:mm:ss', '1.5', '36:00:00'),
  formatted('a custom date format', 'dd/mm/yyyy', '45351', '2024-02-29'),
  formatted(
    'a date format with a locale and a literal',
    '[$-407]d. mmmm yyyy" Uhr";@',
    '45351',
    '2024-02-29',
  ),
  formatted('a month alone', 'mmm', '45351', '2024-02-29'),
  formatted('minutes and seconds', 'mm:ss', '0.01', '00:14:24'),
  formatted('a time with AM and PM', 'h:mm AM/PM', '0.75', '18:00:00'),
  formatted('a colored number, which is no date', '[Red]0.00', '45351', '45351'),
  formatted('a number with text in quotes, which is no date', '0" days"', '30', '30'),
  plain('a date as ISO text', '<c r="A2" t="d"><v>2024-02-29T00:00:00</v></c>', '2024-02-29'),
  plain('a date and time as ISO text', '<c r="A2" t="d"><v>2024-02-29T13:45</v></c>', '2024-02-29 13:45:00'),
];

const numbers: WorkbookCase[] = [
  plain('an integer of 16 digits', '<c r="A2"><v>1234567890123456</v></c>', '1234567890123456'),
  plain('an integer of 20 digits', '<c r="A2"><v>12345678901234567890</v></c>', '12345678901234567890'),
  plain('an integer with an exponent', '<c r="A2"><v>1.2345678901234567E+18</v></c>', '1234567890123456700'),
  plain('a decimal with binary noise', '<c r="A2"><v>0.30000000000000004</v></c>', '0.3'),
  plain('a decimal with an exponent', '<c r="A2"><v>1.5E-7</v></c>', '0.00000015'),
  plain('a negative decimal', '<c r="A2"><v>-1234.5</v></c>', '-1234.5'),
  plain('a price with noise', '<c r="A2"><v>1249.9000000000001</v></c>', '1249.9'),
  formatted('a number padded with zeros', '0000000', '12345', '0012345'),
  formatted('a padded number longer than its format', '000', '12345', '12345'),
  formatted('a number with a prefix and zeros', '"SN"000000', '123', 'SN000123'),
  formatted('a number with separators and zeros', '000\\-00\\-0000', '12345678', '012-34-5678'),
  formatted('a price, which keeps no currency', '#,##0.00 "€"', '1234.5', '1234.5'),
  formatted('a number in a text format', 49, '123', '123'),
];

const texts: WorkbookCase[] = [
  plain('text with leading zeros', inline('A2', '0012345'), '0012345'),
  plain(
    'an inline text without preserved spaces',
    '<c r="A2" t="inlineStr"><is><t>\n  A1  \n</t></is></c>',
    'A1',
  ),
  plain('an inline text with spaces', inline('A2', '  A1 '), '  A1 '),
  plain('a shared text', '<c r="A2" t="s"><v>1</v></c>', '0012345', {
    strings: '<si><t>other</t></si><si><t>0012345</t></si>',
  }),
  plain('rich text', '<c r="A2" t="s"><v>0</v></c>', 'bold and plain', {
    strings: '<si><r><rPr><b/></rPr><t xml:space="preserve">bold </t></r><r><t>and plain</t></r></si>',
  }),
  plain('text with a phonetic run', '<c r="A2" t="s"><v>0</v></c>', '東京', {
    strings: '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>',
  }),
  plain(
    'an escaped line break and an escaped escape',
    inline('A2', 'a_x000D_b_x005F_x000D_c'),
    'a\rb_x000D_c',
  ),
  plain('references', '<c r="A2" t="inlineStr"><is><t>&lt;&amp;&#65;&#x42;&quot;</t></is></c>', '<&AB"'),
  plain('a CDATA section', '<c r="A2" t="inlineStr"><is><t>a<![CDATA[<b> & ]]>c</t></is></c>', 'a<b> & c'),
  plain('a boolean', '<c r="A2" t="b"><v>1</v></c>', 'TRUE'),
  plain('an error', '<c r="A2" t="e"><v>#N/A</v></c>', '#N/A'),
  plain('a formula with a text', '<c r="A2" t="str"><f>A1&amp;"x"</f><v>Valuex</v></c>', 'Valuex'),
  plain('a formula with a number', '<c r="A2"><f>1+1</f><v>2</v></c>', '2'),
  built(
    'formulas without a result',
    oneSheet(
      `<row r="1">${inline('A1', 'Serial')}${inline('B1', 'Sum')}</row><row r="2">${inline('A2', '7XK2P93')}<c r="B2"><f>1+1</f></c></row><row r="3">${inline('A3', '8YZ3Q04')}<c r="B3" t="str"><f>""</f><v></v></c></row>`,
    ),
    [
      ['Serial', 'Sum'],
      ['7XK2P93', ''],
      ['8YZ3Q04', ''],
    ],
    { notices: ['Row 2 has a formula without a stored result. The cell was read as blank.'] },
  ),
];

/** One cell each. */
export const cellCases: readonly WorkbookCase[] = [...dates, ...numbers, ...texts];
