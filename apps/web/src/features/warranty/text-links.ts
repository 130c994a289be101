/** Splits a text so that every second part is an https URL, without surrounding punctuation and brackets. */
export function splitLinks(text: string): string[] {
  return text.split(/(https:\/\/(?:[^\s()"'<>]|\([^\s()"'<>]*\))*[^\s()"'<>.,;:!?])/);
}
