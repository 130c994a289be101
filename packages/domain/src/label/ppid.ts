/** Dell's number of a part or monitor: country, part, maker, date, sequence. It stands after "S/N" and is no service tag. */
const ppid =
  /(?<![0-9A-Z])[A-Z]{2}-?(0[0-9A-Z]{5})-?[0-9A-Z]{5}-?[0-9][0-9A-C][0-9A-V]-?[0-9A-Z]{4}(?:-?[A-Z]\d{2})?(?![0-9A-Z])/;

/** The part number within it, or null where the text holds no PPID. */
export const partOfPpid = (text: string): string | null => ppid.exec(text.toUpperCase())?.[1] ?? null;
