/** Maximum length of a cell in a preview. */
export const previewCharacters = 20;

/** "Warranty expirat…": a header or a cell can be up to 32 KB long. */
export function shorten(text: string, most: number): string {
  const characters = [...text.slice(0, most * 2 + 2)];
  return characters.length > most ? `${characters.slice(0, most).join('').trimEnd()}…` : text;
}
