/** Returns the `rel=next` URL of a Link header unchanged, or null if there is none. */
export function nextLink(header: string | undefined): string | null {
  const text = header ?? '';
  // A URL can contain commas, so the header is split at its angle brackets.
  for (let open = text.indexOf('<'); open >= 0; ) {
    const close = text.indexOf('>', open);
    if (close < 0) return null;
    const next = text.indexOf('<', close);
    const parameters = text.slice(close + 1, next < 0 ? text.length : next);
    if (close > open + 1 && /;\s*rel\s*=\s*"?next\b/i.test(parameters)) return text.slice(open + 1, close);
    open = next;
  }
  return null;
}
