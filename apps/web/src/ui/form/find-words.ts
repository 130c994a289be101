/** A filter for cmdk: all words of the search, in any order. */
export const findWords = (_: string, search: string, [text = '']: string[] = []): number =>
  search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word))
    ? 1
    : 0;
