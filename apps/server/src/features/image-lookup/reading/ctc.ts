import type { Choice, ReadSymbol } from '@warranty/domain/label/text';

/** Class 0 is the blank. Null for characters that labels do not contain. */
export type Dictionary = readonly (string | null)[];

const isPrintable = (char: string) => /^[ -~]$/.test(char);

/** Full-width characters are mapped to plain ones. */
export function dictionaryOf(characters: readonly string[]): Dictionary {
  return [
    null,
    ...characters.map((each) => {
      const char = each.normalize('NFKC');
      return isPrintable(char) ? char : null;
    }),
  ];
}

const printable = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i));

/** The classes of the English networks: 0 to ~, then ! to /, then the space. */
export const englishCharacters: readonly string[] = [...printable(48, 126), ...printable(33, 47), ' ', ' '];

const minProbability = 0.001;
const maxChoices = 8;

/**
 * Decodes the output of a line recognition network: the probability of every class at every step. A character spans several
 * steps, and a blank separates equal characters.
 */
export function symbolsOf(
  { data, dims }: { data: Float32Array; dims: readonly number[] },
  dictionary: Dictionary,
): ReadSymbol[] {
  const [, steps = 0, classes = 0] = dims;
  const known = dictionary.flatMap((char, index) => (char === null || index >= classes ? [] : [index]));
  const peaks: { index: number; step: number; probability: number }[] = [];
  let before = 0;
  for (let step = 0; step < steps; step++) {
    const row = step * classes;
    let index = 0;
    let probability = data[row] as number;
    for (const each of known) {
      if ((data[row + each] as number) > probability) {
        index = each;
        probability = data[row + each] as number;
      }
    }
    const last = peaks.at(-1);
    if (index !== 0 && index !== before) peaks.push({ index, step, probability });
    else if (index !== 0 && last && probability > last.probability)
      Object.assign(last, { step, probability });
    before = index;
  }
  return peaks.map(({ step }) => ({
    choices: choicesAt(data, step * classes, dictionary, known),
    at: (step + 0.5) / steps,
  }));
}

function choicesAt(
  data: Float32Array,
  row: number,
  dictionary: Dictionary,
  known: readonly number[],
): Choice[] {
  const sums = new Map<string, number>();
  for (const index of known) {
    const probability = data[row + index] as number;
    const char = dictionary[index];
    if (probability > minProbability && char) sums.set(char, (sums.get(char) ?? 0) + probability);
  }
  return [...sums]
    .map(([char, probability]) => ({ char, probability }))
    .toSorted((a, b) => b.probability - a.probability)
    .slice(0, maxChoices);
}
