import { list } from '../list.ts';

const lookAlikes = list(`
  0OQD, 1ILJT7, 2Z7, 5S, 6G, 8B, 4A, UV, CG, EF, PFR, MN, HN, WN, XK, YV, 3B8, 9GQ, 69, DB, 08, 06, 89, 68,
  35, 56
`);

/** Whether a blurred photo can turn one character into the other. */
export const looksLike = (a: string, b: string): boolean =>
  a === b || lookAlikes.some((group) => group.includes(a) && group.includes(b));

/** What a character outside the alphabet was most likely printed as, best first. */
const printedAs: Record<string, string> = {
  ...{ O: '0', I: '1J', A: '4', E: 'F', U: 'V', Q: '0', D: '0', L: '1', Z: '2', S: '5', B: '8' },
  ...{ G: '6', T: '7' },
  ...{ '0': 'OQD', '1': 'IJT', '2': 'Z', '4': 'A', '5': 'S', '6': 'G', '7': 'T', '8': 'B' },
  ...{ '|': '1I', '!': '1I', $: 'S5', l: '1I', o: '0O', i: '1I', b: '6', g: '9', q: '9' },
};

/** The character of the alphabet that `char` represents, or null if none is plausible. */
export function closestInAlphabet(alphabet: string, char: string): string | null {
  const upper = char.toUpperCase();
  const choices = `${printedAs[char] ?? ''}${printedAs[upper] ?? ''}`;
  // A lower-case b is more likely a 6 than a B, and a lower-case g a 9 rather than a G.
  if (char !== upper && printedAs[char] && !alphabet.includes(upper)) return firstIn(alphabet, choices);
  if (alphabet.includes(upper)) return upper;
  return firstIn(alphabet, choices);
}

const firstIn = (alphabet: string, choices: string): string | null =>
  [...choices].find((choice) => alphabet.includes(choice)) ?? null;
