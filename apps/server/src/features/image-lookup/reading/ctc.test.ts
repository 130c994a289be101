import { charOf } from '@warranty/domain/label/text';
import { describe, expect, it } from 'vitest';
import { dictionaryOf, englishCharacters, symbolsOf } from './ctc.ts';

const dictionary = dictionaryOf(['A', 'B', '：', '中']);

/** One row per step: blank, A, B, a full-width colon, a Chinese character. */
function answer(...steps: number[][]) {
  return { data: Float32Array.from(steps.flat()), dims: [1, steps.length, 5] };
}

const nothing = [0.9, 0.05, 0.05, 0, 0];
const a = [0.1, 0.8, 0.1, 0, 0];
const surerA = [0.02, 0.95, 0.03, 0, 0];
const text = (...steps: number[][]) =>
  symbolsOf(answer(...steps), dictionary)
    .map(charOf)
    .join('');

describe('the output of a network', () => {
  it('becomes one character for repeated steps, and two if a blank separates them', () => {
    expect(text(a, surerA, a)).toBe('A');
    expect(text(a, nothing, a)).toBe('AA');
    expect(text(nothing, nothing)).toBe('');
  });

  it('keeps the most confident step of a character, its alternatives and its position', () => {
    const [symbol] = symbolsOf(answer(a, surerA, nothing, nothing), dictionary);
    expect(symbol?.choices.map(({ char }) => char)).toEqual(['A', 'B']);
    expect(symbol?.choices[0]?.probability).toBeCloseTo(0.95);
    expect(symbol?.at).toBeCloseTo(0.375);
  });

  it('maps full-width characters to plain ones and drops characters that labels do not contain', () => {
    expect(text([0, 0, 0, 1, 0])).toBe(':');
    expect(text([0.3, 0.2, 0, 0, 0.5])).toBe('');
  });
});

it("the English characters are all printable characters, in the order of the networks' classes", () => {
  expect(englishCharacters).toHaveLength(96);
  expect(new Set(englishCharacters).size).toBe(95);
  expect([englishCharacters[0], englishCharacters[78], englishCharacters[79]]).toEqual(['0', '~', '!']);
});
