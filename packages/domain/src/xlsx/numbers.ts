const integer = /^-?\d{1,400}$/;
const decimal = /^(-?)(\d{0,400})(?:\.(\d{0,400}))?(?:[Ee]([+-]?\d{1,3}))?$/;
/** Spreadsheets calculate with 15 digits; the others are an effect of binary numbers. */
const exactDigits = 15;
/** From here on, 15 digits would change the part before the decimal point. */
const exactBelow = 1e15;

/** 1.5E+20 and 2e-7 as plain decimals. */
function withoutExponent(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = decimal.exec(text) ?? [];
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const before = point <= 0 ? '0' : digits.slice(0, point).padEnd(point, '0');
  const after = point >= 0 ? digits.slice(point) : '0'.repeat(-point) + digits;
  let start = 0;
  while (start < before.length - 1 && before[start] === '0') start += 1;
  let end = after.length;
  while (end > 0 && after[end - 1] === '0') end -= 1;
  return sign + before.slice(start) + (end > 0 ? `.${after.slice(0, end)}` : '');
}

/**
 * A number of a cell as a person would type it. Integers keep every digit in the file, which may be more than a binary
 * number can hold: serial numbers with 16 and more digits are in such cells.
 */
export function plainNumber(text: string): string {
  if (integer.test(text)) return text;
  if (!decimal.test(text) || !/\d/.test(text)) return text;
  const plain = withoutExponent(text);
  const value = Number(text);
  if (!plain.includes('.') || Math.abs(value) >= exactBelow) return plain;
  return withoutExponent(String(Number(value.toPrecision(exactDigits))));
}
