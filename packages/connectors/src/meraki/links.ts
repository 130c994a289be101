/** The `rel=next` address of a Link header, as it was given; null when there is none. */
export function nextLink(header: string | undefined): string | null {
  // An address can hold commas, so the header is read by its angle brackets.
  for (const [, address, parameters] of (header ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    if (address && /;\s*rel\s*=\s*"?next\b/i.test(parameters ?? '')) return address;
  }
  return null;
}
