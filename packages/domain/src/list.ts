/** The parts of a text between its commas, for long lists of names. */
export const list = (text: string): string[] => text.trim().split(/,\s+/);
