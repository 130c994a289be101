/** Nothing but white space. Looking at the first character spares nearly every cell the rest. */
export function isBlank(text: string): boolean {
  if (text === '') return true;
  const first = text.charCodeAt(0);
  return (first <= 32 || first >= 128) && text.trim() === '';
}
