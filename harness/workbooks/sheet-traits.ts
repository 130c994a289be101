import { blank, type Draft, numeric, replaceCell, shared, style, type Trait } from './fleet-workbook.ts';

// What a sheet may have and how programs may write it.

const cell = (ref: string, attributes: string, inner: string) => ({
  ref,
  xml: `<c r="${ref}"${attributes}>${inner}</c>`,
});
const onText =
  (change: (xml: string) => string | Buffer): Trait =>
  ({ sheetText }) =>
    void sheetText.push(change);
const rowsOf = ({ rows }: Draft) => rows.slice(1);

/** Of the sheet: everything that is a cell. */
export const cellTraits: Record<string, Trait> = {
  'the epoch of 1904': (draft) => {
    draft.is1904 = true;
  },
  'formulas with results': (draft) => {
    replaceCell(draft, cell('G2', '', '<f>F2*1.19</f><v>595.2975</v>'));
    replaceCell(draft, cell('G3', ' t="str"', '<f>A3&amp;"-"&amp;B3</f><v>B000004-Dell</v>'));
    replaceCell(draft, cell('G4', ' t="b"', '<f>F4&gt;100</f><v>1</v>'));
    replaceCell(draft, cell('G5', ' t="e"', '<f>1/0</f><v>#DIV/0!</v>'));
  },
  'formulas without results in columns that are filled': (draft) => {
    replaceCell(draft, cell('D3', ` s="${style.german}"`, '<f>F3+365</f>'));
    replaceCell(draft, cell('D4', ` s="${style.german}" t="str"`, '<f>IF(TRUE,"","")</f><v></v>'));
    replaceCell(draft, cell('E4', '', '<f>TODAY()</f>'));
  },
  'shared and array formulas': (draft) => {
    replaceCell(draft, cell('G2', '', '<f t="shared" ref="G2:G4" si="0">F2*2</f><v>1000.5</v>'));
    replaceCell(draft, cell('G3', '', '<f t="shared" si="0"/><v>1002.5</v>'));
    replaceCell(draft, cell('G4', '', '<f t="shared" si="0"/><v>1004.5</v>'));
    replaceCell(draft, cell('G5', '', '<f t="array" ref="G5">SUM(F2:F5*2)</f><v>4014</v>'));
  },
  'errors, booleans and dates as text': (draft) => {
    replaceCell(draft, cell('G2', ' t="e"', '<v>#N/A</v>'));
    replaceCell(draft, cell('G3', ' t="b"', '<v>0</v>'));
    replaceCell(draft, cell('G4', ` s="${style.date}" t="d"`, '<v>2024-02-29</v>'));
  },
  'long and exact numbers': (draft) => {
    replaceCell(draft, numeric('G2', '12345678901234567890'));
    replaceCell(draft, numeric('G3', '0.30000000000000004'));
    replaceCell(draft, numeric('G4', '1.5E-7'));
    replaceCell(draft, numeric('G5', '-0'));
  },
  'inline texts': (draft) => {
    for (const [index, { line }] of rowsOf(draft).entries())
      replaceCell(draft, cell(`G${line}`, ' t="inlineStr"', `<is><t>note ${index}</t></is>`));
  },
  'rich and phonetic texts': (draft) => {
    draft.strings.push(
      '<si><r><rPr><b/><sz val="11"/></rPr><t>bold</t></r><r><t xml:space="preserve"> plain</t></r></si>',
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="0"/></si>',
    );
    const last = draft.strings.length - 1;
    replaceCell(draft, cell('G2', ' t="s"', `<v>${last - 1}</v>`));
    replaceCell(draft, cell('G3', ' t="s"', `<v>${last}</v>`));
    replaceCell(draft, cell('G5', ' t="inlineStr"', '<is><r><rPr><i/></rPr><t>italic</t></r></is>'));
  },
  'texts with spaces, line breaks and escapes': (draft) => {
    replaceCell(draft, shared(draft, 'G2', '  outer  '));
    replaceCell(draft, shared(draft, 'G3', 'first\nsecond'));
    replaceCell(draft, shared(draft, 'G4', 'first_x000D_\nsecond _x005F_x000D_'));
    replaceCell(
      draft,
      cell('G5', ' t="inlineStr"', '<is><t xml:space="preserve"> tab\there &#233;&#x20AC; </t></is>'),
    );
    replaceCell(draft, cell('G6', ' t="inlineStr"', '<is><t xml:space="preserve">a\r\nb</t></is>'));
  },
  'cells of spaces in columns that are filled': (draft) => {
    replaceCell(draft, shared(draft, 'D3', '  ', style.german));
    replaceCell(draft, cell('E4', ' t="inlineStr"', '<is><t xml:space="preserve"> </t></is>'));
  },
  'blank cells of every kind': (draft) => {
    replaceCell(draft, { ref: 'D3', xml: '<c r="D3"></c>' });
    replaceCell(draft, { ref: 'D6', xml: `<c r="D6" s="${style.german}"><v></v></c>` });
    replaceCell(draft, { ref: 'D9', xml: "<c r='D9' s='6' />" });
    replaceCell(draft, blank('B6', style.filled));
  },
  'dates as text in a column that is filled': (draft) => {
    for (const { line } of rowsOf(draft))
      if (line % 3 === 2) replaceCell(draft, shared(draft, `D${line}`, `0${1 + (line % 9)}.12.2027`));
      else replaceCell(draft, blank(`D${line}`, style.filled));
  },
  'blank cells with styles beyond the table': (draft) => {
    for (const { line } of draft.rows)
      for (const column of ['H', 'I', 'J', 'Z']) replaceCell(draft, blank(`${column}${line}`, style.filled));
  },
  'notes far to the right of the table': (draft) =>
    replaceCell(draft, shared(draft, 'M7', 'a note without a header')),
};

/** How the rows and what is around them are written. */
export const writingTraits: Record<string, Trait> = {
  'a prefix': onText((xml) => xml.replaceAll(/<(\/?)(?=[a-zA-Z])/g, '<$1x:').replace('xmlns="', 'xmlns:x="')),
  'rows and cells without references': onText((xml) =>
    xml
      .replaceAll(/<row r="\d+"/g, '<row')
      // Every column up to the last one needs a cell then.
      .replaceAll(/<row[^>]*>.*?<\/row>/g, (row) => {
        const cells = new Map(
          Array.from(row.matchAll(/<c r="([A-Z])\d+"(.*?)(?:\/>|<\/c>)/g), ([all, letter = '']) => [
            letter,
            all.replace(/ r="[A-Z]+\d+"/, ''),
          ]),
        );
        const start = row.slice(0, row.indexOf('>') + 1);
        return `${start}${[...'ABCDEFG'].map((letter) => cells.get(letter) ?? '<c/>').join('')}</row>`;
      }),
  ),
  'attributes in another order and in apostrophes': onText((xml) =>
    xml
      .replaceAll(/<c r="([A-Z]+\d+)" s="(\d+)"/g, "<c\n s='$2'\tr='$1'")
      .replaceAll(/<row r="(\d+)" spans="1:7"/g, "<row spans='1:7' r = '$1'"),
  ),
  'line breaks between all elements': onText((xml) =>
    xml.replaceAll(/(<\/?(?:worksheet|sheetData|row|c|dimension)[^>]*>)/g, '\r\n    $1'),
  ),
  'comments, sections and instructions': onText((xml) =>
    xml
      .replace('<sheetData>', '<!-- <row r="1"></row> --><sheetData><!--</sheetData>-->')
      .replace(/(<row r="3"[^>]*>)/, '<?x <row>?>$1<!--<c r="A3"/>-->')
      .replace('</row></sheetData>', '<!-- </row> --></row></sheetData>')
      .replace(/<c r="G2".*?<\/c>/, '<c r="G2" t="inlineStr"><is><t><![CDATA[</c></row><f>1]]></t></is></c>'),
  ),
  'no dimension': (draft) => {
    draft.dimension = '';
  },
  'a dimension of one cell': (draft) => {
    draft.dimension = '<dimension ref="A1"/>';
  },
  'rows without spans, with heights and collapsed': (draft) => {
    for (const row of draft.rows)
      row.attributes = ` r="${row.line}" ht="22.5" customHeight="1" thickBot="1" collapsed="1"`;
  },
  'empty rows in between': (draft) => {
    draft.rows.splice(4, 1, {
      line: 5,
      attributes: ` r="5" s="${style.filled}" customFormat="1"`,
      cells: [],
    });
    draft.rows.splice(8, 1);
    draft.rows.push({ line: 20, attributes: ' r="20"', cells: [] });
  },
  'rows with a style': (draft) => {
    for (const row of rowsOf(draft)) row.attributes += ` s="${style.filled}" customFormat="1"`;
  },
  'UTF-16': onText((xml) =>
    Buffer.from(`\uFEFF${xml.replace('encoding="UTF-8"', 'encoding="UTF-16"')}`, 'utf16le'),
  ),
  'a byte order mark': onText((xml) => `\uFEFF${xml}`),
  'characters as they are': (draft) => {
    replaceCell(draft, cell('G2', ' t="inlineStr"', '<is><t>Ä€ 😀 東京</t></is>'));
  },
  'a table that starts further down and to the right': (draft) => {
    const moved = (ref: string) => `${String.fromCharCode(ref.charCodeAt(0) + 2)}${Number(ref.slice(1)) + 4}`;
    for (const row of draft.rows) {
      row.line += 4;
      row.attributes = ` r="${row.line}"`;
      row.cells = row.cells.map(({ ref, xml }) => ({
        ref: moved(ref),
        xml: xml.replace(`r="${ref}"`, `r="${moved(ref)}"`),
      }));
    }
    draft.dimension = '<dimension ref="C5:I17"/>';
  },
};

/** What is defined for columns. */
export const columnTraits: Record<string, Trait> = {
  'widths of columns': (draft) => {
    draft.cols =
      '<cols><col min="1" max="2" width="15.7109375" customWidth="1"/><col min="4" max="4" width="9" hidden="1" customWidth="1"/></cols>';
  },
  'a definition for all columns': (draft) => {
    draft.cols = `<cols><col min="1" max="3" width="12" customWidth="1"/><col min="4" max="16384" width="10" style="${style.filled}" customWidth="1"/></cols>`;
  },
  'hidden columns up to the end of the sheet': (draft) => {
    draft.cols =
      '<cols><col min="1" max="7" width="12" customWidth="1"></col><col min="8" max="16384" width="9.1" hidden="1"/></cols>';
  },
  'definitions between and after the new columns': (draft) => {
    draft.cols =
      '<cols><col min="7" max="9" width="30" customWidth="1"/><col min="11" max="12" width="5" customWidth="1"/><col min="40" max="41" width="6" customWidth="1"/></cols>';
  },
  'grouped columns': (draft) => {
    draft.before = '<sheetFormatPr defaultRowHeight="15" outlineLevelRow="1" outlineLevelCol="1"/>';
    draft.cols =
      '<cols><col min="5" max="6" width="11" outlineLevel="1" collapsed="1" hidden="1" customWidth="1"/></cols>';
  },
  'a column of styled blanks without cells': (draft) => {
    draft.cols = `<cols><col min="4" max="5" width="11" style="${style.german}" customWidth="1"/></cols>`;
  },
};
