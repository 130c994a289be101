const dots = '••••••••';
const shownCharacters = 4;
const minMaskableLength = 12;

/** The last four characters at most, and none of a short value, of which four would give too much away. */
export function maskedValue(value: string): string {
  return value.length < minMaskableLength ? dots : dots + value.slice(-shownCharacters);
}
