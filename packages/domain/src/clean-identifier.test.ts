import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanIdentifier, compactIdentifier } from './clean-identifier.ts';

const label =
  /^(?:(?:dell )?service ?tag|serial(?: ?(?:number|no))?|s\/n|sn|express service code)\.?\s*[:#]\s*/i;

/** Reference implementation of the rule, which takes cubic time for long text. */
function cleanPlainly(input: string): string {
  let text = input.normalize('NFKC').replaceAll(/[\u00AD\u200B-\u200F\u2060\uFEFF]/g, '');
  text = text.replaceAll(/[\u2010-\u2015\u2212]/g, '-').trim();
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/^="(.*)"$/s, '$1').replace(/^["'\u2018\u2019]+|["'\u2018\u2019]+$/g, '');
    text = text.replace(label, '').trim();
  }
  return text;
}

const compactPlainly = (text: string) =>
  text
    .toUpperCase()
    .replaceAll(/\s/g, '')
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

const pieces = fc.constantFrom(
  ...['="', '"', "'", '\u2018', '\u2019', ' ', '\t', '\n', '\u1680', '\u2028', '\u00A0', '\uFEFF', '\u200B'],
  ...['sn:', 'SN', 's/n', 'S/N #', 'serial', 'Serial Number', 'serial no.', 'Dell Service Tag', 'servicetag'],
  ...[
    'express service code',
    ':',
    '#',
    '.',
    '-',
    '\u2013',
    '=',
    'x',
    '7XK2P93',
    '0',
    'é',
    'e\u0301',
    '\u0323',
  ],
  ...['\uD83D\uDE00', '\uD83D', '\uDE00', '\uD835\uDC00', '\uFF33\uFF2E\uFF1A', '_', '(', 'İ', 'ß'],
);
const hostile = fc.oneof(
  fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

describe('an identifier', () => {
  it('is cleaned as in the reference implementation', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(cleanIdentifier(text)).toBe(cleanPlainly(text));
      }),
      { numRuns: 4000 },
    );
  });

  it('is compacted as in the reference implementation', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(compactIdentifier(text)).toBe(compactPlainly(text));
      }),
      { numRuns: 4000 },
    );
  });

  it('keeps only thirty combining marks per letter in a long text, more than any script needs', () => {
    const text = `a${'\u0323'.repeat(31)}${' '.repeat(1000)}b\u0301`;
    expect(cleanIdentifier(text)).toBe(`a${'\u0323'.repeat(30)}${' '.repeat(1000)}b\u0301`.normalize('NFKC'));
  });
});
