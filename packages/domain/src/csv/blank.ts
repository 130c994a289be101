/** Only white space. Checking the first character first avoids a `trim` for nearly every cell. */
export function isBlank(text: string): boolean {
  if (text === '') return true;
  const first = text.charCodeAt(0);
  return (first <= 32 || first >= 128) && text.trim() === '';
}
