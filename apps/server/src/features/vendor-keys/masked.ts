const dots = '••••••••';
const shownCharacters = 4;
const minMaskableLength = 12;

/** The end of a key file is the same for all of them. */
export const maskedFile = dots;

/** Shows at most the last four characters, and none of a short value, because four would reveal too much of it. */
export function maskedValue(value: string): string {
  return value.length < minMaskableLength ? dots : dots + value.slice(-shownCharacters);
}
