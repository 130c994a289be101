/** Also after white space and in full-width form. Only the start of the cell matters. */
const formulaStart = /^\s*[=+\-@\t\r\0\uFF1D\uFF0B\uFF0D\uFF20]/;
const plainNumber = /^[+-]?(?:\d+(?:[.,]\d+)*|[.,]\d+)(?:E[+-]?\d+)?%?$/i;
const phone = /^\+\d[\d ()./-]*$/;
const dashes = /^-{1,3}$/;

const digitsIn = (text: string) => text.replaceAll(/\D/g, '').length;

/** +49 30 1234567: only digits and separators, nothing that a formula could call. */
const isPhone = (text: string) => phone.test(text) && digitsIn(text) >= 6 && digitsIn(text) <= 20;

/**
 * Whether a spreadsheet could run the cell as a formula. The first character decides for nearly all cells: a letter or
 * digit never starts one.
 */
export function isFormula(cell: string): boolean {
  const first = cell.charCodeAt(0);
  if ((first >= 48 && first <= 57) || (first >= 65 && first <= 90) || (first >= 97 && first <= 122))
    return false;
  if (!formulaStart.test(cell)) return false;
  const text = cell.trim();
  return !plainNumber.test(text) && !isPhone(text) && !dashes.test(text);
}
