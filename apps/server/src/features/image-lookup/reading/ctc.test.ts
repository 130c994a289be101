import { charOf } from '@warranty/domain/label/text';
import { describe, expect, it } from 'vitest';
import { dictionaryOf, englishCharacters, symbolsOf } from './ctc.ts';

const dictionary = dictionaryOf(['A', 'B', '：', '中']);

/** One row per step: nothing, A, B, a full-width colon, a Chinese character. */
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

describe('what a network says step by step', () => {
  it('is one character where it goes on, and two where nothing lies between', () => {
    expect(text(a, surerA, a)).toBe('A');
    expect(text(a, nothing, a)).toBe('AA');
    expect(text(nothing, nothing)).toBe('');
  });

  it('keeps the surest step of a character, what else it may be, and where it stands', () => {
    const [symbol] = symbolsOf(answer(a, surerA, nothing, nothing), dictionary);
    expect(symbol?.choices.map(({ char }) => char)).toEqual(['A', 'B']);
    expect(symbol?.choices[0]?.probability).toBeCloseTo(0.95);
    expect(symbol?.at).toBeCloseTo(0.375);
  });

  it('takes full-width forms for plain ones and leaves out what no label carries', () => {
    expect(text([0, 0, 0, 1, 0])).toBe(':');
    expect(text([0.3, 0.2, 0, 0, 0.5])).toBe('');
  });
});

describe('the English characters', () => {
  it('are all that can be printed, each where the networks count it', () => {
    expect(englishCharacters).toHaveLength(96);
    expect(new Set(englishCharacters).size).toBe(95);
    expect([englishCharacters[0], englishCharacters[78], englishCharacters[79]]).toEqual(['0', '~', '!']);
  });
});
