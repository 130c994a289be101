/** A sentence in parts, every second one an https address; punctuation and brackets around it are not part of it. */
export function splitLinks(text: string): string[] {
  return text.split(/(https:\/\/(?:[^\s()"'<>]|\([^\s()"'<>]*\))*[^\s()"'<>.,;:!?])/);
}
