/** A sheet ends with column XFD. */
export const maxColumns = 16_384;
const letterA = 65;

/** The zero-based column of a reference like AB12; -1 if it has none. */
export function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length && at < 4; at += 1) {
    const letter = reference.charCodeAt(at) - letterA;
    if (letter < 0 || letter > 25) break;
    column = column * 26 + letter + 1;
  }
  return column - 1;
}

export function columnLetters(index: number): string {
  let letters = '';
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(letterA + ((rest - 1) % 26)) + letters;
  return letters;
}

/** The zero-based last column of a range like A1:D9; -1 if it is not one. */
export function lastColumnOf(range: string): number {
  return columnOf(range.slice(range.indexOf(':') + 1).replaceAll('$', ''));
}
