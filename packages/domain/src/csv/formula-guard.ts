/** Also after white space and in full-width form. Only the start of the cell matters. */
const formulaStart = /^\s*[=+\-@\t\r\0\uFF1D\uFF0B\uFF0D\uFF20]/;
const plainNumber = /^[+-]?(?:\d+(?:[.,]\d+)*|[.,]\d+)(?:E[+-]?\d+)?%?$/i;
const phone = /^\+\d[\d ()./-]*$/;
const dashes = /^-{1,3}$/;
/** `="0012345"`: how spreadsheets keep the zeros of a text. It can call nothing. */
const protectedText = /^="[^"]*"$/;

const digitsIn = (text: string) => text.replaceAll(/\D/g, '').length;

/** +49 30 1234567: only digits and separators, nothing that a formula could call. */
const isPhone = (text: string) => phone.test(text) && digitsIn(text) >= 6 && digitsIn(text) <= 20;

/** The first character decides for nearly all texts: a letter or digit never starts a formula. */
function couldRun(cell: string): boolean {
  const first = cell.charCodeAt(0);
  if ((first >= 48 && first <= 57) || (first >= 65 && first <= 90) || (first >= 97 && first <= 122))
    return false;
  if (!formulaStart.test(cell)) return false;
  const text = cell.trim();
  return !plainNumber.test(text) && !isPhone(text) && !dashes.test(text);
}

/** Whether a spreadsheet could run the cell as a formula. */
export const isFormula = (cell: string): boolean => couldRun(cell) && !protectedText.test(cell.trim());

/** What spreadsheets of some locale read as the end of a cell, whatever the file is separated by. */
const separators = [',', ';', '\t'];
const openingQuotes = /^["\s]*/;

/**
 * Whether the text becomes a formula if a cell begins with it. Quotes are not part of a cell's text in every place, and within a
 * cell they are doubled: `="&A1&"` becomes `=""&A1&""`, which is no text any more.
 */
const startsFormula = (part: string) => couldRun(part.replace(openingQuotes, ''));

/**
 * Writes an apostrophe before everything that a spreadsheet could run as a formula: at the start of the cell, and after the
 * separators of other locales. `a;=1+1` in a file with commas is two cells where lists are separated by semicolons, and quotes do
 * not prevent it: they only count at the start of what is read as a cell.
 */
export function createFormulaGuard(delimiter: string): (cell: string) => string {
  const others = separators.filter((separator) => separator !== delimiter).map((each) => each.charCodeAt(0));
  const [first, second, third] = others;

  function guardParts(cell: string): string {
    let guarded = '';
    let from = 0;
    for (let index = 0; index <= cell.length; index += 1) {
      const code = cell.charCodeAt(index);
      if (index < cell.length && code !== first && code !== second && code !== third) continue;
      const part = cell.slice(from, index);
      guarded += (from > 0 && startsFormula(part) ? "'" : '') + part + cell.slice(index, index + 1);
      from = index + 1;
    }
    return guarded;
  }

  return (cell) => {
    let hasOther = false;
    for (let index = 0; index < cell.length && !hasOther; index += 1) {
      const code = cell.charCodeAt(index);
      hasOther = code === first || code === second || code === third;
    }
    const guarded = hasOther ? guardParts(cell) : cell;
    // A tab and a number are no formula, but a tab and an apostrophe look like one.
    return isFormula(cell) || (guarded !== cell && isFormula(guarded)) ? `'${guarded}` : guarded;
  };
}
