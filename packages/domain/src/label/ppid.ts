/**
 * Dell's number for a part or monitor: country, part, manufacturer, date, sequence. It follows "S/N" but is not a service
 * tag.
 */
const ppid =
  /(?<![0-9A-Z])[A-Z]{2}-?(0[0-9A-Z]{5})-?[0-9A-Z]{5}-?[0-9][0-9A-C][0-9A-V]-?[0-9A-Z]{4}(?:-?[A-Z]\d{2})?(?![0-9A-Z])/;

/** The part number in a PPID, or null if the text contains none. */
export const partOfPpid = (text: string): string | null => ppid.exec(text.toUpperCase())?.[1] ?? null;
